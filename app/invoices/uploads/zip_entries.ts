import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { DomainError } from '#app/kernel/domain_error'

export type ZipLimits = { entriesMax: number; bytesMax: number; entryBytesMax: number }
export type ZipEntry = { name: string; bytes: Uint8Array }

const unfold = promisify(inflateRaw)
const endSignature = 0x06054b50
const centralSignature = 0x02014b50
const localSignature = 0x04034b50
const endRecordBytes = 22
const commentBytesMax = 65_535
const stored = 0
const deflated = 8
const encryptedFlag = 0x1
const utf8Flag = 0x800
const symbolicLink = 0o120000

type Listed = {
  name: string
  method: number
  packed: number
  unpacked: number
  at: number
  isEncrypted: boolean
  isLink: boolean
}

const refusal = (message: string) => new DomainError('E_PACKED', message, { field: 'files' })
const tooLarge = () =>
  refusal('El ZIP contiene archivos demasiado grandes o supera el tamaño permitido una vez descomprimido.')
const damaged = () => refusal('El ZIP está dañado o incompleto.')

/**
 * The files of a ZIP, one after another, each unfolded no further than its limit whatever the archive says of its size.
 * Nothing is written to disk and names are only names. Throws for too many or too large files, links, encryption and
 * damage.
 */
export async function* zipEntries(archive: Uint8Array, limits: ZipLimits): AsyncGenerator<ZipEntry> {
  const buffer = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength)
  const listed = listEntries(buffer).filter(({ name }) => !name.endsWith('/'))
  if (listed.length > limits.entriesMax)
    throw refusal(`El ZIP contiene más de ${limits.entriesMax} archivos.`)
  // What the archive says of itself is looked at first, so that none of its files is taken before a refusal.
  if (listed.some(({ isEncrypted }) => isEncrypted)) throw refusal('El ZIP está protegido con contraseña.')
  if (listed.some(({ isLink }) => isLink)) throw refusal('El ZIP contiene enlaces, que no se admiten.')
  if (listed.reduce((sum, { unpacked }) => sum + unpacked, 0) > limits.bytesMax) throw tooLarge()
  let total = 0
  for (const entry of listed) {
    const room = Math.min(limits.entryBytesMax, limits.bytesMax - total)
    const bytes = await unpack(buffer, entry, room)
    total += bytes.length
    yield { name: entry.name, bytes }
  }
}

function listEntries(buffer: Buffer): Listed[] {
  const end = findEnd(buffer)
  const count = buffer.readUInt16LE(end + 10)
  let at = buffer.readUInt32LE(end + 16)
  const found: Listed[] = []
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > buffer.length || buffer.readUInt32LE(at) !== centralSignature) throw damaged()
    const flags = buffer.readUInt16LE(at + 8)
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      buffer.readUInt16LE(at + offset)
    )
    const name = buffer.subarray(at + 46, at + 46 + (nameLength ?? 0))
    found.push({
      name: name.toString(flags & utf8Flag ? 'utf8' : 'latin1'),
      method: buffer.readUInt16LE(at + 10),
      packed: buffer.readUInt32LE(at + 20),
      unpacked: buffer.readUInt32LE(at + 24),
      at: buffer.readUInt32LE(at + 42),
      isEncrypted: (flags & encryptedFlag) !== 0,
      isLink: ((buffer.readUInt32LE(at + 38) >>> 16) & 0o170000) === symbolicLink,
    })
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0)
  }
  return found
}

function findEnd(buffer: Buffer): number {
  const from = Math.max(0, buffer.length - endRecordBytes - commentBytesMax)
  for (let at = buffer.length - endRecordBytes; at >= from; at -= 1)
    if (buffer.readUInt32LE(at) === endSignature) return at
  throw damaged()
}

async function unpack(buffer: Buffer, entry: Listed, room: number): Promise<Uint8Array> {
  if (entry.unpacked > room) throw tooLarge()
  if (entry.at + 30 > buffer.length || buffer.readUInt32LE(entry.at) !== localSignature) throw damaged()
  const start = entry.at + 30 + buffer.readUInt16LE(entry.at + 26) + buffer.readUInt16LE(entry.at + 28)
  const packed = buffer.subarray(start, start + entry.packed)
  if (packed.length !== entry.packed) throw damaged()
  if (entry.method === stored) return Uint8Array.from(packed)
  if (entry.method !== deflated) throw damaged()
  try {
    return await unfold(packed, { maxOutputLength: Math.max(1, room) })
  } catch (error) {
    throw error instanceof RangeError ? tooLarge() : damaged()
  }
}
