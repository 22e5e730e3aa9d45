import openapiTS, { astToString } from 'openapi-typescript'

/** The types of a client, as openapi-typescript generates them from a document. */
export async function clientTypes(document: string): Promise<string> {
  return astToString(await openapiTS(Buffer.from(document), { silent: true }))
}
