/** One member of an archive (ustar, POSIX.1-1988); `content` is to be read, or left, before the next one. */
export type TarMember = {
  name: string
  kind: 'file' | 'folder' | 'other'
  mode: number
  size: number
  /** The block before it, as it was read. */
  head: Buffer
  content: AsyncIterable<Buffer>
}

const BLOCK = 512
/** Eleven octal digits. */
const SIZE_MAX = 0o77777777777
const NAME_MAX = 100

/** An archive that is cut off, or that is none. */
export class DamagedArchive extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'DamagedArchive'
  }
}

type Head = { name: string; kind: 'file' | 'folder'; mode: number; size: number }

/** The block before the content of a member. RangeError for what the format cannot hold. */
export function tarHead({ name, kind, mode, size }: Head): Buffer {
  const written = kind === 'folder' && !name.endsWith('/') ? `${name}/` : name
  if (Buffer.byteLength(written) > NAME_MAX || size > SIZE_MAX) throw new RangeError(`«${name}» does not fit`)
  const head = Buffer.alloc(BLOCK)
  head.write(written, 0)
  head.write(octal(mode, 7), 100)
  head.write(octal(0, 7), 108)
  head.write(octal(0, 7), 116)
  head.write(octal(size, 11), 124)
  head.write(octal(0, 11), 136)
  head.write(kind === 'folder' ? '5' : '0', 156)
  head.write('ustar\u000000', 257)
  head.write(`${octal(sumOf(head), 6)}\u0000 `, 148)
  return head
}

/** What fills the last block of a content of so many bytes. */
export const tarPadding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)

/** Two empty blocks end an archive. */
export const TAR_END = Buffer.alloc(2 * BLOCK)

/** The members of an archive as it streams by: holds no more than a chunk of it. Throws `DamagedArchive`. */
export async function* readTar(chunks: AsyncIterable<Buffer>): AsyncGenerator<TarMember> {
  const source = new Source(chunks)
  for (;;) {
    const head = await source.take(BLOCK)
    // PostgreSQL leaves the end out of the archives that it streams.
    if (head === null || head.every((byte) => byte === 0)) return source.drain()
    const member = readHead(head)
    const content = source.content(member.size)
    yield { ...member, head, content }
    for await (const _rest of content);
    await source.take(tarPadding(member.size).length, true)
  }
}

function readHead(head: Buffer): Omit<TarMember, 'head' | 'content'> {
  const told = Number.parseInt(text(head, 148, 8), 8)
  const name = text(head, 0, 100)
  const size = Number.parseInt(text(head, 124, 12), 8)
  const mode = Number.parseInt(text(head, 100, 8), 8)
  if (told !== sumOf(head) || !Number.isSafeInteger(size) || name === '')
    throw new DamagedArchive('no es un archivo de copia o está dañado')
  const flag = String.fromCharCode(head[156] ?? 0)
  const kind = flag === '5' ? 'folder' : flag === '0' || flag === '\u0000' ? 'file' : 'other'
  return { name: kind === 'folder' ? name.replace(/\/$/, '') : name, kind, mode, size }
}

const text = (head: Buffer, from: number, length: number): string => {
  const field = head.subarray(from, from + length)
  const end = field.indexOf(0)
  return field.toString('utf8', 0, end === -1 ? length : end).trim()
}

const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')

/** The sum of a head is that of its bytes with blanks where it stands itself. */
function sumOf(head: Buffer): number {
  let sum = 0
  for (let at = 0; at < BLOCK; at++) sum += at >= 148 && at < 156 ? 32 : (head[at] ?? 0)
  return sum
}

/** Bytes in the sizes that they are asked for. */
class Source {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** So many bytes; null at the end of the source. Throws when it ends among them. */
  async take(size: number, isAwaited = false): Promise<Buffer | null> {
    while (this.#rest.length < size) {
      const next = await this.#chunks.next()
      if (next.done) {
        if (this.#rest.length === 0 && !isAwaited) return null
        throw new DamagedArchive('está incompleta')
      }
      this.#rest = this.#rest.length === 0 ? next.value : Buffer.concat([this.#rest, next.value])
    }
    const taken = this.#rest.subarray(0, size)
    this.#rest = this.#rest.subarray(size)
    return taken
  }

  /** The next so many bytes, as they come. What is read twice goes on where it stopped. */
  content(size: number): AsyncIterable<Buffer> {
    let left = size
    const next = async (): Promise<IteratorResult<Buffer>> => {
      if (left === 0) return { done: true, value: undefined }
      if (this.#rest.length === 0) {
        const more = await this.#chunks.next()
        if (more.done) throw new DamagedArchive('está incompleta')
        this.#rest = more.value
      }
      const part = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(part.length)
      left -= part.length
      return { done: false, value: part }
    }
    return { [Symbol.asyncIterator]: () => ({ next }) }
  }

  /** Reads on to the end, so that whatever checks the stream sees all of it. */
  async drain(): Promise<void> {
    this.#rest = Buffer.alloc(0)
    while (!(await this.#chunks.next()).done);
  }
}
