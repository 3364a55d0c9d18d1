import { inflateRawSync } from 'node:zlib'

import { DomainError } from '#app/kernel/domain_error'

export type ZippedFile = { name: string; bytes: Uint8Array }

/** The most files a ZIP may hold to be opened. */
const zippedFilesMax = 200

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const endLength = 22
const commentLengthMax = 65_535

/** Whether the bytes begin as a ZIP does. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04
}

/**
 * The files of a ZIP, in memory: names are never used as paths. DomainError `E_ZIP_TOO_LARGE` when they are too many or
 * unpack to more than `bytesMax` in all, whatever they declare; `E_ZIP_UNREADABLE` when it is broken or encrypted.
 */
export function unzip(bytes: Uint8Array, bytesMax: number): ZippedFile[] {
  return guarded(bytes, (view) => {
    const entries = readDirectory(view)
    // What it declares is looked at first: an honest one that is too large costs nothing.
    if (entries.reduce((sum, { at }) => sum + view.readUInt32LE(at + 24), 0) > bytesMax)
      throw tooLarge(bytesMax)
    let left = bytesMax
    return entries.map(({ name, at }) => {
      const content = inflate(view, at, { left, bytesMax })
      left -= content.length
      return { name, bytes: content }
    })
  })
}

/** The names of the files of a ZIP, none unpacked. Refuses as `unzip` does. */
export function zippedNames(bytes: Uint8Array): string[] {
  return guarded(bytes, (view) => readDirectory(view).map(({ name }) => name))
}

/** Offsets of a broken ZIP point anywhere: reading outside the bytes is part of being broken. */
function guarded<Result>(bytes: Uint8Array, read: (view: Buffer) => Result): Result {
  try {
    return read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  } catch (error) {
    if (error instanceof DomainError) throw error
    throw unreadable(error)
  }
}

function readDirectory(view: Buffer): { name: string; at: number }[] {
  const end = findEnd(view)
  const count = view.readUInt16LE(end + 10)
  if (count > zippedFilesMax) throw tooMany()
  const files: { name: string; at: number }[] = []
  let at = view.readUInt32LE(end + 16)
  for (let index = 0; index < count; index++) {
    if (view.readUInt32LE(at) !== entrySignature) throw unreadable()
    const nameLength = view.readUInt16LE(at + 28)
    const name = view.toString('utf8', at + 46, at + 46 + nameLength)
    if (!name.endsWith('/')) files.push({ name, at })
    at += 46 + nameLength + view.readUInt16LE(at + 30) + view.readUInt16LE(at + 32)
  }
  return files
}

function findEnd(view: Buffer): number {
  const first = Math.max(0, view.length - endLength - commentLengthMax)
  for (let at = view.length - endLength; at >= first; at--)
    if (view.readUInt32LE(at) === endSignature) return at
  throw unreadable()
}

const isEncrypted = 1
const stored = 0
const deflated = 8

function inflate(view: Buffer, at: number, { left, bytesMax }: { left: number; bytesMax: number }): Buffer {
  const method = view.readUInt16LE(at + 10)
  const sizePacked = view.readUInt32LE(at + 20)
  const header = view.readUInt32LE(at + 42)
  if ((view.readUInt16LE(at + 8) & isEncrypted) !== 0) throw unreadable()
  const from = header + 30 + view.readUInt16LE(header + 26) + view.readUInt16LE(header + 28)
  const packed = view.subarray(from, from + sizePacked)
  if (method === stored) {
    if (packed.length > left) throw tooLarge(bytesMax)
    return Buffer.from(packed)
  }
  if (method !== deflated) throw unreadable()
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, left) })
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
      ? tooLarge(bytesMax)
      : unreadable(error)
  }
}

function tooLarge(bytesMax: number): DomainError {
  const megabytes = Math.round(bytesMax / 1024 / 1024)
  return new DomainError(
    'E_ZIP_TOO_LARGE',
    `El fichero ocupa más de ${megabytes} MB una vez descomprimido: divídalo en partes.`,
    { field: 'file' }
  )
}

function tooMany(): DomainError {
  return new DomainError(
    'E_ZIP_TOO_LARGE',
    `El fichero comprimido contiene más de ${zippedFilesMax} archivos.`,
    {
      field: 'file',
    }
  )
}

function unreadable(cause?: unknown): DomainError {
  return new DomainError(
    'E_ZIP_UNREADABLE',
    'El fichero comprimido está dañado o protegido y no se puede abrir.',
    {
      field: 'file',
      cause,
    }
  )
}
