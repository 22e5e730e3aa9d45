/** A file of GraphiQL's; its name has the hash of what it holds, so that a browser keeps it for good. */
interface Asset {
  readonly path: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** The page of GraphiQL's library, taken apart. */
export interface GraphiqlParts {
  readonly script: Asset
  readonly style: Asset
  /** Address of its icon. */
  readonly icon: string
}

/** What the page calls to begin. */
export const START = 'YogaGraphiQL.renderYogaGraphiQL('
