import { ApiError } from '../../core/errors.ts'
import { nearest } from '../../core/input/nearest.pure.ts'
import { describeGoods, goodsCodes, servicesCodes, type TradeType } from '../hs/code-list.source.ts'
import { type Area, areaOf, nearestScope, SCOPES, type Scope, scopeOf, WORLD, WORLD_CODE } from './area.source.ts'
import { overlap } from './flow.pure.ts'

/** Who trades with somebody: a country, or all together. */
export interface Partner {
  readonly code: number
  readonly iso2: string
  readonly name: string
}

const TAIWAN = 490

/** The country of an ISO code; 400 where the trade database has none. */
export function requireArea(param: string, iso: string): Area {
  const area = areaOf(iso)
  if (area) return area
  throw new ApiError('invalid_parameter', `The trade database has no country "${iso}".`, { param })
}

/** A partner: an ISO code of two or three letters, or World. */
export function requirePartner(param: string, text: string): Partner {
  if (text.trim().toLowerCase() === WORLD.toLowerCase()) return { code: WORLD_CODE, iso2: WORLD, name: WORLD }
  const area = areaOf(text.trim())
  if (area) return area
  const message = `"${param}" must be World or an ISO 3166 code of a country that the trade database has; "${text.slice(0, 40)}" was given.`
  throw new ApiError('invalid_parameter', message, { param })
}

/** A group of countries by name. */
export function requireScope(param: string, text: string): Scope {
  const scope = scopeOf(text)
  if (scope) return scope
  const meant = nearestScope(text)
  const all = SCOPES.map(({ scope: name }) => name).join(', ')
  throw new ApiError('invalid_parameter', `"${param}" must be one of ${all}; "${text.slice(0, 40)}" was given.`, {
    param,
    ...(meant === undefined ? {} : { did_you_mean: meant }),
  })
}

/** Codes as the trade database writes them; 400 for one that is none, and for two that would count the same trade twice. */
export function requireCodes(codes: readonly string[] | undefined, type: TradeType): string[] {
  const known = [...new Set((codes ?? []).map((code) => (type === 'goods' ? goodsCode(code) : servicesCode(code))))]
  const twice = overlap(known)
  if (twice) {
    const message = `"codes" holds ${twice[0]} and ${twice[1]}, which is a part of it: their sum would count trade twice. Leave one out.`
    throw new ApiError('invalid_parameter', message, { param: 'codes' })
  }
  return known.toSorted()
}

function goodsCode(text: string): string {
  const digits = text.replaceAll(/[.\s]/g, '')
  if (goodsCodes().has(digits)) return digits
  if (/^\d{7,10}$/.test(digits) && goodsCodes().has(digits.slice(0, 6))) {
    const six = digits.slice(0, 6)
    throw new ApiError(
      'invalid_parameter',
      `"codes" takes 2, 4 or 6 digits, which is as fine as countries report alike; "${text.slice(0, 20)}" begins with ${six} (${describeGoods(six)}).`,
      { param: 'codes', did_you_mean: six },
    )
  }
  throw unknownCode(text, 'HS code of 2, 4 or 6 digits', nearestGoods(digits))
}

function servicesCode(text: string): string {
  const wanted = text.trim().toLowerCase()
  const found = [...servicesCodes().keys()].find((code) => code.toLowerCase() === wanted)
  if (found !== undefined) return found
  throw unknownCode(text, 'EBOPS 2010 code', nearest(wanted, [...servicesCodes().keys()]) ?? undefined)
}

function nearestGoods(digits: string): string | undefined {
  const inside = [digits.slice(0, 4), digits.slice(0, 2)].find((code) => code.length >= 2 && goodsCodes().has(code))
  return inside
}

function unknownCode(text: string, kind: string, meant: string | undefined): ApiError {
  return new ApiError(
    'invalid_parameter',
    `"codes" must hold codes that exist; "${text.slice(0, 20)}" is no ${kind}. Find codes with GET /v1/ext/hs/find?q=...`,
    { param: 'codes', ...(meant === undefined ? {} : { did_you_mean: meant }) },
  )
}

/** What a reader has to know of countries that the trade database names otherwise. */
export function areaNotes(areas: readonly Pick<Area, 'code'>[]): string[] {
  return areas.some(({ code }) => code === TAIWAN)
    ? ['The trade database has no Taiwan: its area 490, "other Asia, not elsewhere specified", stands for it.']
    : []
}
