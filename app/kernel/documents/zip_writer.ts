import { Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

type Piece = string | Uint8Array
/** One file of an archive; its content arrives piece by piece. */
export type ZipPart = { name: string; content: AsyncIterable<Piece> | Iterable<Piece> }

type Written = { name: Buffer; crc: number; packedBytes: number; rawBytes: number; offset: number }

const BYTES_MAX = 0xffff_ffff
const VERSION = 20
/** Sizes follow the content (bit 3), names are UTF-8 (bit 11): APPNOTE 6.3, §4.4.4. */
const FLAGS = 0x0808
const DEFLATE = 8
/** 1980-01-01: the same rows give the same bytes. */
const DOS_DATE = 0x0021

/** A ZIP archive as a stream: holds one piece of one part at a time. Throws RangeError beyond 4 GB (no ZIP64). */
export async function* writeZip(parts: ZipPart[]): AsyncGenerator<Buffer> {
  const written: Written[] = []
  let offset = 0
  for (const part of parts) {
    const entry: Written = {
      name: Buffer.from(part.name),
      crc: 0,
      packedBytes: 0,
      rawBytes: 0,
      offset,
    }
    for await (const bytes of writePart(part, entry)) {
      offset += bytes.length
      if (offset > BYTES_MAX || entry.rawBytes > BYTES_MAX) throw new RangeError('The archive exceeds 4 GB')
      yield bytes
    }
    written.push(entry)
  }
  const directory = Buffer.concat(written.map(directoryEntry))
  yield directory
  yield endOfDirectory(written.length, directory.length, offset)
}

async function* writePart({ content }: ZipPart, entry: Written): AsyncGenerator<Buffer> {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(VERSION, 4)
  head.writeUInt16LE(FLAGS, 6)
  head.writeUInt16LE(DEFLATE, 8)
  head.writeUInt16LE(DOS_DATE, 12)
  head.writeUInt16LE(entry.name.length, 26)
  yield Buffer.concat([head, entry.name])
  const raw = Readable.from(measured(content, entry))
  const packed = raw.pipe(createDeflateRaw())
  raw.once('error', (error) => packed.destroy(error))
  for await (const bytes of packed as AsyncIterable<Buffer>) {
    entry.packedBytes += bytes.length
    yield bytes
  }
  const sizes = Buffer.alloc(16)
  sizes.writeUInt32LE(0x08074b50, 0)
  writeSizes(sizes, entry, 4)
  yield sizes
}

async function* measured(content: ZipPart['content'], entry: Written): AsyncGenerator<Buffer> {
  for await (const piece of content) {
    const bytes =
      typeof piece === 'string'
        ? Buffer.from(piece)
        : Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
    entry.crc = crc32(bytes, entry.crc)
    entry.rawBytes += bytes.length
    yield bytes
  }
}

function directoryEntry(entry: Written): Buffer {
  const head = Buffer.alloc(46)
  head.writeUInt32LE(0x02014b50, 0)
  head.writeUInt16LE(VERSION, 4)
  head.writeUInt16LE(VERSION, 6)
  head.writeUInt16LE(FLAGS, 8)
  head.writeUInt16LE(DEFLATE, 10)
  head.writeUInt16LE(DOS_DATE, 14)
  writeSizes(head, entry, 16)
  head.writeUInt16LE(entry.name.length, 28)
  head.writeUInt32LE(entry.offset, 42)
  return Buffer.concat([head, entry.name])
}

function writeSizes(into: Buffer, { crc, packedBytes, rawBytes }: Written, at: number): void {
  into.writeUInt32LE(crc, at)
  into.writeUInt32LE(packedBytes, at + 4)
  into.writeUInt32LE(rawBytes, at + 8)
}

function endOfDirectory(count: number, sizeBytes: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(sizeBytes, 12)
  end.writeUInt32LE(offset, 16)
  return end
}
