/** A file of a ZIP as its directory tells it: nothing of it is believed before it is unpacked. */
export type ZipMember = {
  /** Never a path of ours: a name is only shown or made safe. */
  name: string
  method: number
  packedBytes: number
  unpackedBytes: number
  /** Where its own head stands. */
  at: number
  isEncrypted: boolean
  isLink: boolean
}

export const STORED = 0
export const DEFLATED = 8

const endSignature = 0x06054b50
const memberSignature = 0x02014b50
const headSignature = 0x04034b50
const endLength = 22
const memberLength = 46
const headLength = 30
const commentLengthMax = 65_535
const encryptedFlag = 0x1
const linkMode = 0o120000
const kindOfMode = 0o170000

/** The files of a ZIP, folders left out (APPNOTE 6.3, §4.3.12). Throws a RangeError where it is broken. */
export function readDirectory(view: Buffer): ZipMember[] {
  const end = findEnd(view)
  const count = view.readUInt16LE(end + 10)
  const members: ZipMember[] = []
  let at = view.readUInt32LE(end + 16)
  for (let index = 0; index < count; index += 1) {
    if (view.readUInt32LE(at) !== memberSignature) throw new RangeError('no entry of a directory')
    const nameLength = view.readUInt16LE(at + 28)
    const name = nameOf(view.subarray(at + memberLength, at + memberLength + nameLength))
    if (!name.endsWith('/')) members.push({ name, ...readMember(view, at) })
    at += memberLength + nameLength + view.readUInt16LE(at + 30) + view.readUInt16LE(at + 32)
  }
  return members
}

const readMember = (view: Buffer, at: number): Omit<ZipMember, 'name'> => ({
  method: view.readUInt16LE(at + 10),
  packedBytes: view.readUInt32LE(at + 20),
  unpackedBytes: view.readUInt32LE(at + 24),
  at: view.readUInt32LE(at + 42),
  isEncrypted: (view.readUInt16LE(at + 8) & encryptedFlag) !== 0,
  isLink: ((view.readUInt32LE(at + 38) >>> 16) & kindOfMode) === linkMode,
})

/** The packed bytes of a member. Throws a RangeError where they are not all there. */
export function packedOf(view: Buffer, { at, packedBytes }: ZipMember): Buffer {
  if (view.readUInt32LE(at) !== headSignature) throw new RangeError('no head of a file')
  const from = at + headLength + view.readUInt16LE(at + 26) + view.readUInt16LE(at + 28)
  if (from + packedBytes > view.length) throw new RangeError('cut off')
  return view.subarray(from, from + packedBytes)
}

function findEnd(view: Buffer): number {
  const first = Math.max(0, view.length - endLength - commentLengthMax)
  for (let at = view.length - endLength; at >= first; at -= 1)
    if (view.readUInt32LE(at) === endSignature) return at
  throw new RangeError('no end of a directory')
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Macs write UTF-8 without saying so, old programs a code page: what is no UTF-8 is taken as Latin. */
function nameOf(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}
