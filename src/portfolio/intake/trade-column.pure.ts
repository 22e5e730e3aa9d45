import { keysOf, recordOf } from '../../core/record.pure.ts'

/** Header names of each column, preferred name first; compared by letters and digits alone. */
const HEADERS = {
  isin: ['isin'],
  symbol: ['ticker', 'symbol', 'code', 'instrument'],
  exchange: ['listingexchange', 'exchange', 'mic'],
  day: ['tradedate', 'date', 'transactiondate', 'datetime', 'timestamp', 'time'],
  time: ['datetime', 'timestamp', 'time', 'tradetime'],
  quantity: ['quantity', 'shares', 'qty', 'units', 'numberofshares', 'noofshares'],
  price: ['price', 'tradeprice', 'unitprice', 'pricepershare', 'shareprice', 'tprice', 'executionprice'],
  fee: ['fee', 'commission', 'fees', 'ibcommission', 'feescomm', 'commfee', 'costs', 'charges'],
  tax: ['taxes', 'tax'],
  direction: ['buysell', 'direction', 'side', 'action', 'type', 'transactiontype', 'transaction'],
  currency: ['currency', 'currencyprimary', 'instrumentcurrency'],
  feeCurrency: ['ibcommissioncurrency', 'commissioncurrency', 'feecurrency'],
  openClose: ['opencloseindicator'],
  level: ['levelofdetail'],
  assetClass: ['assetclass'],
  transactionType: ['transactiontype'],
} as const

type Column = keyof typeof HEADERS

/** Places of the columns in a row; -1 where there is none. */
export type Columns = Readonly<Record<Column, number>> & {
  /** Whether it is the trades section of a Flex query (Interactive Brokers). */
  readonly flex: boolean
}

/** A header as far as it is one: its columns, or what it lacks to be a header of trades. */
export interface Header {
  readonly columns: Columns
  readonly missing: readonly string[]
}

const COLUMNS = keysOf(HEADERS)

/** Locates the columns of a row that may be a header of trades. */
export function locateColumns(row: readonly string[]): Header {
  const names = row.map((cell) => cell.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
  const flex =
    names.includes('tradeprice') && ['currencyprimary', 'ibcommission', 'buysell'].some((name) => names.includes(name))
  const place = (column: Column) => {
    const known = HEADERS[column].filter((name) => !flex || name !== 'exchange')
    const name = known.find((one) => names.includes(one))
    return name === undefined ? -1 : names.indexOf(name)
  }
  const places = recordOf(COLUMNS, place)
  const missing = [
    ...(places.symbol < 0 && places.isin < 0 ? ['ticker'] : []),
    ...(places.day < 0 ? ['date'] : []),
    ...(places.quantity < 0 ? ['quantity'] : []),
    ...(places.price < 0 ? ['price'] : []),
  ]
  return { columns: { ...places, flex }, missing }
}
