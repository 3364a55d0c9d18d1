import { promisify } from 'node:util'
import { inflateRaw, inflateRawSync } from 'node:zlib'
import { DEFLATED, packedOf, readDirectory, STORED, type ZipMember } from '#app/files/zip/zip_directory'
import { DomainError, isDomainError } from '#app/kernel/domain_error'

export type ZippedFile = { name: string; bytes: Uint8Array }

/** How many files a ZIP may hold, what they and each of them may unpack to, and the field at which a refusal is said. */
export type ZipLimits = { filesMax?: number; bytesMax: number; fileBytesMax?: number; field?: string }

const FILES_MAX = 200
const MEGABYTE = 1024 * 1024
const inflateLater = promisify(inflateRaw)

/** Whether the bytes begin as a ZIP does. */
export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04

/** The names of the files of a ZIP, none unpacked. Throws E_ZIP_UNREADABLE at `file` where it is broken. */
export function zippedNames(bytes: Uint8Array): string[] {
  try {
    return readDirectory(viewOf(bytes)).map(({ name }) => name)
  } catch (error) {
    throw refusalOf(error, { bytesMax: 0 })
  }
}

/**
 * The files of a ZIP, in memory: names are never used as paths. For a process of its own, since unpacking holds it up. Throws
 * E_ZIP_TOO_LARGE when they are too many or unpack to more than they may, whatever they declare; E_ZIP_UNREADABLE when it
 * is broken, protected or holds links.
 */
export function unzip(bytes: Uint8Array, limits: ZipLimits): ZippedFile[] {
  try {
    const view = viewOf(bytes)
    let left = limits.bytesMax
    return admitted(view, limits).map((member) => {
      const { packed, bytesMax } = toUnpack(view, member, { ...limits, left })
      const content =
        member.method === STORED ? Buffer.from(packed) : inflateRawSync(packed, within(bytesMax))
      left -= content.length
      return { name: member.name, bytes: content }
    })
  } catch (error) {
    throw refusalOf(error, limits)
  }
}

/** The same one after another, where a request waits: nothing else is held up while one is unpacked. */
export async function* unzipEach(bytes: Uint8Array, limits: ZipLimits): AsyncGenerator<ZippedFile> {
  try {
    const view = viewOf(bytes)
    let left = limits.bytesMax
    for (const member of admitted(view, limits)) {
      const { packed, bytesMax } = toUnpack(view, member, { ...limits, left })
      const content =
        member.method === STORED ? Buffer.from(packed) : await inflateLater(packed, within(bytesMax))
      left -= content.length
      yield { name: member.name, bytes: content }
    }
  } catch (error) {
    throw refusalOf(error, limits)
  }
}

/** What a ZIP says of itself is looked at first: an honest one that is too large costs nothing. */
function admitted(view: Buffer, limits: ZipLimits): ZipMember[] {
  const { filesMax = FILES_MAX, bytesMax } = limits
  const members = readDirectory(view)
  if (members.length > filesMax)
    throw refusal('E_ZIP_TOO_LARGE', `El fichero comprimido contiene más de ${filesMax} archivos.`, limits)
  if (members.some(({ isEncrypted }) => isEncrypted))
    throw refusal('E_ZIP_UNREADABLE', 'El fichero comprimido está protegido con contraseña.', limits)
  if (members.some(({ isLink }) => isLink))
    throw refusal('E_ZIP_UNREADABLE', 'El fichero comprimido contiene enlaces, que no se admiten.', limits)
  if (members.some(({ method }) => method !== STORED && method !== DEFLATED)) throw unreadable(limits)
  if (members.reduce((sum, { unpackedBytes }) => sum + unpackedBytes, 0) > bytesMax) throw tooLarge(limits)
  return members
}

/** The packed bytes of a file, and how far they may unpack. Throws where they say themselves that it is further. */
function toUnpack(view: Buffer, member: ZipMember, limits: ZipLimits & { left: number }) {
  const bytesMax = Math.min(limits.left, limits.fileBytesMax ?? limits.left)
  const packed = packedOf(view, member)
  const saidBytes = member.method === STORED ? packed.length : member.unpackedBytes
  if (saidBytes > bytesMax) throw tooLarge(limits)
  return { packed, bytesMax }
}

const within = (bytesMax: number) => ({ maxOutputLength: Math.max(1, bytesMax) })

const viewOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Offsets of a broken ZIP point anywhere: reading outside the bytes is part of being broken. */
function refusalOf(error: unknown, limits: ZipLimits): unknown {
  if (isDomainError(error)) return error
  const { code } = error as NodeJS.ErrnoException
  return code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge(limits) : unreadable(limits, error)
}

function tooLarge(limits: ZipLimits): DomainError {
  const { bytesMax, fileBytesMax } = limits
  const [all, one] = [bytesMax, fileBytesMax ?? bytesMax].map((bytes) => `${Math.round(bytes / MEGABYTE)} MB`)
  const message =
    fileBytesMax === undefined
      ? `El fichero ocupa más de ${all} una vez descomprimido: divídalo en partes.`
      : `El fichero comprimido contiene archivos demasiado grandes (más de ${one}) u ocupa más de ${all} una vez descomprimido: divídalo en partes.`
  return refusal('E_ZIP_TOO_LARGE', message, limits)
}

const unreadable = (limits: ZipLimits, cause?: unknown): DomainError =>
  refusal(
    'E_ZIP_UNREADABLE',
    'El fichero comprimido está dañado o protegido y no se puede abrir.',
    limits,
    cause
  )

const refusal = (
  code: `E_${string}`,
  message: string,
  { field = 'file' }: Pick<ZipLimits, 'field'>,
  cause?: unknown
): DomainError => new DomainError(code, message, { field, cause })
