/** As far as it is used; the package brings no types. */
declare module 'heic-decode' {
  type Picture = { width: number; height: number; decode: () => Promise<{ data: Uint8ClampedArray }> }
  type Pictures = Picture[] & { dispose: () => void }
  const decode: { all: (input: { buffer: Uint8Array }) => Promise<Pictures> }
  export default decode
}
