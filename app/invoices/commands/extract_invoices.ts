import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { toPrediction } from '#app/invoices/commands/prediction_line'
import { alarmsOfInvoice } from '#app/invoices/reading/alarms_of_invoice'
import { ReadingChild } from '#app/invoices/reading/read_in_child'
import type { ReadingContext } from '#app/invoices/reading/reading_types'
import { isDomainError } from '#app/kernel/domain_error'

const childrenMax = 2
const bytesMax = 25 * 1024 * 1024

/**
 * `invoices:extract FILE… --jsonl [--context own.json]`: one JSON object a line on standard output for each file, in
 * the order given; what went wrong on standard error. Gives 0 when every file gave a line, 2 without files. Two files
 * are read at a time, each in a process of its own that is killed after 120 seconds.
 */
export async function extractInvoicesCommand(args: string[]): Promise<number> {
  const { files, contextFile } = parseArguments(args)
  if (files.length === 0) {
    process.stderr.write('Uso: invoices:extract ARCHIVO… --jsonl [--context empresas.json]\n')
    return 2
  }
  const context = contextFile ? await readContext(contextFile) : undefined
  const lines = new Map<number, string>()
  let printed = 0
  const flush = () => {
    for (let line = lines.get(printed); line !== undefined; line = lines.get(printed)) {
      process.stdout.write(`${line}\n`)
      lines.delete(printed)
      printed += 1
    }
  }
  let next = 0
  const work = async (child: ReadingChild) => {
    while (next < files.length) {
      const index = next
      next += 1
      lines.set(index, await extractOne(files[index] ?? '', child, context))
      flush()
    }
    child.close()
  }
  const count = Math.min(childrenMax, files.length)
  await Promise.all(Array.from({ length: count }, () => work(new ReadingChild())))
  return printed === files.length ? 0 : 1
}

async function extractOne(
  file: string,
  child: ReadingChild,
  context: ReadingContext | undefined
): Promise<string> {
  const name = path.basename(file)
  try {
    if ((await stat(file)).size > bytesMax)
      return JSON.stringify({ file: name, error: 'El archivo supera el máximo de 25 MB.' })
    const result = await child.read(await readFile(file), { fileName: name, ...(context ? { context } : {}) })
    const [invoice, ...others] = result.invoices
    if (!invoice) return JSON.stringify({ file: name, error: 'El archivo no contiene ninguna factura.' })
    const line = { ...toPrediction(name, invoice), kind: result.kind, alarms: alarmsOfInvoice(result, 0) }
    return JSON.stringify(
      others.length === 0 ? line : { ...line, others: others.map((one) => toPrediction(name, one)) }
    )
  } catch (error) {
    const message = isDomainError(error) ? error.message : 'No se ha podido abrir el archivo.'
    process.stderr.write(
      `${name}: ${isDomainError(error) ? String(error.cause ?? message) : String(error)}\n`
    )
    return JSON.stringify({ file: name, error: message })
  }
}

function parseArguments(args: string[]): { files: string[]; contextFile: string | null } {
  const at = args.indexOf('--context')
  const contextFile = at >= 0 ? (args[at + 1] ?? null) : null
  return {
    files: args.filter((arg, index) => !arg.startsWith('--') && !(at >= 0 && index === at + 1)),
    contextFile,
  }
}

async function readContext(file: string): Promise<ReadingContext> {
  const content: unknown = JSON.parse(await readFile(file, 'utf8'))
  if (
    typeof content !== 'object' ||
    content === null ||
    !('ownCompanies' in content) ||
    !Array.isArray(content.ownCompanies)
  ) {
    throw new Error(`${file}: falta "ownCompanies"`)
  }
  return content as ReadingContext
}
