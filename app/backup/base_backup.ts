import pg from 'pg'

/** Bytes that wait to be taken, beyond which the server is asked to wait. */
const AHEAD_BYTES_MAX = 4 * 1024 * 1024
const OPTIONS = [`LABEL 'caudal'`, `CHECKPOINT 'fast'`, 'WAL true', `MANIFEST 'no'`].join(', ')

type Message = { chunk: Buffer }
type Connection = { query: (text: string) => void; stream: { pause: () => void; resume: () => void } }

/**
 * The files of a whole PostgreSQL as it stands, in one archive (tar), while it is written to: with the log of what is written
 * meanwhile, so that a server started on them is consistent at the moment at which this ends (PostgreSQL 18, §54.4,
 * BASE_BACKUP). The server verifies the checksums of its pages and ends in an error when one is wrong. It keeps the
 * log for the connection that asks, however long that takes. The address is that of a role that may replicate.
 */
export async function* streamBaseBackup(url: string): AsyncGenerator<Buffer> {
  const client = new pg.Client({
    connectionString: url,
    replication: 'true',
    keepAlive: true,
  } as pg.ClientConfig)
  const copy = new BaseBackup()
  client.on('error', (error) => copy.fail(error))
  await client.connect()
  try {
    await client.query(`CREATE_REPLICATION_SLOT caudal_backup_${process.pid} TEMPORARY PHYSICAL RESERVE_WAL`)
    client.query(copy as unknown as pg.Submittable)
    yield* copy.chunks()
  } finally {
    await client.end().catch(() => {})
  }
}

/** The answer to BASE_BACKUP, as a query of the driver. */
class BaseBackup {
  #waiting: Buffer[] = []
  #waitingBytes = 0
  #isOver = false
  #error: Error | null = null
  #wake: (() => void) | null = null
  #connection: Connection | null = null
  #isArchive = false

  submit(connection: Connection): void {
    this.#connection = connection
    connection.query(`BASE_BACKUP (${OPTIONS})`)
  }

  /** Each message begins with what it is: a new archive, a piece of it, or how far it is. */
  handleCopyData({ chunk }: Message): void {
    const kind = String.fromCharCode(chunk[0] ?? 0)
    if (kind === 'n') {
      if (this.#isArchive)
        this.fail(new Error('The database has tablespaces of its own, which are not backed up'))
      this.#isArchive = true
    }
    if (kind !== 'd') return
    // The driver reads the next message into the same memory.
    this.#waiting.push(Buffer.from(chunk.subarray(1)))
    this.#waitingBytes += chunk.length - 1
    if (this.#waitingBytes > AHEAD_BYTES_MAX) this.#connection?.stream.pause()
    this.#wake?.()
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}

  handleReadyForQuery(): void {
    this.#isOver = true
    this.#wake?.()
  }

  handleError(error: Error): void {
    this.fail(error)
  }

  fail(error: Error): void {
    this.#error ??= error
    this.#wake?.()
  }

  async *chunks(): AsyncGenerator<Buffer> {
    for (;;) {
      const chunk = this.#waiting.shift()
      if (chunk) {
        this.#waitingBytes -= chunk.length
        if (this.#waitingBytes < AHEAD_BYTES_MAX / 2) this.#connection?.stream.resume()
        yield chunk
      } else if (this.#error) throw this.#error
      else if (this.#isOver) return
      else await this.#nextMessage()
    }
  }

  #nextMessage(): Promise<void> {
    return new Promise((done) => {
      this.#wake = () => {
        this.#wake = null
        done()
      }
    })
  }
}
