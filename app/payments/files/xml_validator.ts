import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { XmlValidation } from '#app/files/xml/validate_against'
import { loadSchema, type XmlSchema } from '#app/payments/files/validate_xml'

/** How xmllint-wasm and its worker talk: the exit codes are those of xmllint. */
type Answer = { exitCode: number; stderr: string }

const workerFile = createRequire(import.meta.url).resolve('xmllint-wasm/xmllint-node.js')
const mark = 'xmllint-wasm'
const pageKiB = 64
const memoryMiB = { initial: 16, max: 512 }
const validCode = 0
const invalidCodes = [3, 4]
const errorsMax = 50

/**
 * Validates one file after another in one thread: xmllint-wasm starts and compiles itself anew for each call of
 * `validateXml`, which takes ten times as long as a file of a thousand payments. For files that this product wrote;
 * a received file gets a thread of its own (`validateXml`). Call `close` when done.
 */
export class XmlValidator {
  private worker: Worker | null = null
  private heard = 0
  private last: Promise<unknown> = Promise.resolve()

  /**
   * As `validateXml`. Throws when the validator itself fails, which concerns this file alone: the next one starts a new
   * thread.
   */
  validate(xml: string, schema: XmlSchema): Promise<XmlValidation> {
    const turn = this.last.then(() => this.run(xml, schema))
    this.last = turn.catch(() => undefined)
    return turn
  }

  /** Starts the thread before there is a file, by a document that is none; what it says is nobody's. */
  warmUp(schema: XmlSchema): void {
    void this.validate('<Document/>', schema).catch(() => undefined)
  }

  async close(): Promise<void> {
    const { worker } = this
    this.worker = null
    await worker?.terminate()
  }

  private async run(xml: string, schema: XmlSchema): Promise<XmlValidation> {
    const contents = await loadSchema(schema)
    try {
      const { exitCode, stderr } = await this.ask(xml, { name: `${schema}.xsd`, contents })
      // The worker repeats what it said of the files before.
      const said = stderr.slice(this.heard)
      this.heard = stderr.length
      if (exitCode === validCode) return { isValid: true, errors: [] }
      if (!invalidCodes.includes(exitCode)) throw new Error(`xmllint ended with ${exitCode}: ${said}`)
      return { isValid: false, errors: readErrors(said) }
    } catch (error) {
      await this.close()
      throw error
    }
  }

  private ask(xml: string, schema: { name: string; contents: string }): Promise<Answer> {
    const worker = this.start()
    return new Promise((resolve, reject) => {
      const finish = (settle: () => void) => {
        worker.off('message', onMessage).off('error', onError).off('exit', onExit)
        settle()
      }
      const onMessage = (answer: Answer & { [mark]?: boolean }) => {
        if (answer[mark]) finish(() => resolve(answer))
      }
      const onError = (error: Error) => finish(() => reject(error))
      const onExit = (code: number) => finish(() => reject(new Error(`The validator ended with ${code}`)))
      worker.on('message', onMessage).on('error', onError).on('exit', onExit)
      worker.postMessage({
        [mark]: true,
        inputFiles: [
          { fileName: 'file.xml', contents: xml },
          { fileName: schema.name, contents: schema.contents },
        ],
        args: ['--schema', schema.name, '--noout', '--nonet', 'file.xml'],
        initialMemory: (memoryMiB.initial * 1024) / pageKiB,
        maxMemory: (memoryMiB.max * 1024) / pageKiB,
      })
    })
  }

  private start(): Worker {
    if (this.worker) return this.worker
    this.heard = 0
    this.worker = new Worker(workerFile)
    return this.worker
  }
}

/** Lines as `file.xml:12: element Nm: Schemas validity error : …`, and a verdict without a number at the end. */
function readErrors(said: string): XmlValidation['errors'] {
  const lines = said
    .split('\n')
    .filter((line) => line !== '' && !/ (fails to validate|validates)$/.test(line))
  return lines.slice(0, errorsMax).map((line) => {
    const found = /^[^:]+:(\d+): ?(.*)$/.exec(line)
    return found ? { message: found[2] ?? line, line: Number(found[1]) } : { message: line, line: null }
  })
}
