/** Room for the numbers of the network, and the one thing that is done with them. */
export interface ProductMemory {
  /** All numbers; an offset counts in them. */
  readonly numbers: Float32Array<ArrayBuffer>
  /** Sets so many numbers aside and gives the offset of the first. */
  readonly take: (count: number) => number
  /**
   * Adds matrix times x to out, for each of `count` vectors that follow each other at x, and at out. All of these are offsets;
   * rows and columns are multiples of four.
   */
  readonly addProducts: (matrix: number, rows: number, columns: number, x: number, count: number, out: number) => void
}

/** product.wat, assembled: four numbers are multiplied at once, in a sixth of the time that loops of JavaScript take. */
export const PRODUCT_CODE =
  'AGFzbQEAAAABCgFgBn9/f39/fwACDgECanMGbWVtb3J5AgABAwIBAAcPAQthZGRQcm9kdWN0cwAACucDAeQDAwZ/BXsDfyACQQJ0' +
  'IQYgBSELAkADQCAERQ0BQQAhByAAIQggAyAGaiEKA0D9DAAAAAAAAAAAAAAAAAAAAAAhDP0MAAAAAAAAAAAAAAAAAAAAACEN/QwA' +
  'AAAAAAAAAAAAAAAAAAAAIQ79DAAAAAAAAAAAAAAAAAAAAAAhDyAIIAZqIREgESAGaiESIBIgBmohEyADIQkDQCAJ/QAEACEQIAwg' +
  'ECAI/QAEAP3mAf3kASEMIA0gECAR/QAEAP3mAf3kASENIA4gECAS/QAEAP3mAf3kASEOIA8gECAT/QAEAP3mAf3kASEPIAhBEGoh' +
  'CCARQRBqIREgEkEQaiESIBNBEGohEyAJQRBqIQkgCSAKSQ0ACyATIQggDCAN/Q0AAQIDEBESEwgJCgsYGRobIRAgECAMIA39DQQF' +
  'BgcUFRYXDA0ODxwdHh/95AEhDCAOIA/9DQABAgMQERITCAkKCxgZGhshECAQIA4gD/0NBAUGBxQVFhcMDQ4PHB0eH/3kASEOIAsg' +
  'C/0ABAAgDCAO/Q0AAQIDBAUGBxAREhMUFRYXIAwgDv0NCAkKCwwNDg8YGRobHB0eH/3kAf3kAf0LBAAgC0EQaiELIAdBBGohByAH' +
  'IAFJDQALIAohAyAEQQFrIQQMAAsLCw=='

const BYTES = Float32Array.BYTES_PER_ELEMENT

/** A memory of `pages` of 16,384 numbers each; who takes more than that gets an error. */
export function createProductMemory(pages = 4): ProductMemory {
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages })
  const module = new WebAssembly.Module(Uint8Array.from(atob(PRODUCT_CODE), (one) => one.charCodeAt(0)))
  const { addProducts } = new WebAssembly.Instance(module, { js: { memory } }).exports
  if (typeof addProducts !== 'function') throw new Error('product.wat exports no addProducts.')
  const numbers = new Float32Array(memory.buffer)
  let end = 0
  return {
    numbers,
    take: (count) => {
      end += roundToFour(count)
      if (end > numbers.length) throw new Error(`The network needs more than ${numbers.length} numbers.`)
      return end - roundToFour(count)
    },
    addProducts: (matrix, rows, columns, x, count, out) => {
      addProducts(matrix * BYTES, rows, columns, x * BYTES, count, out * BYTES)
    },
  }
}

/** A number of rows or columns that `addProducts` takes. */
export function roundToFour(count: number): number {
  return Math.ceil(count / 4) * 4
}
