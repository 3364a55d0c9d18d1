import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { toPrediction } from '#app/invoices/commands/prediction_line'
import { closeRecognisers, readDocument } from '#app/invoices/reading/read_document'
import { isDomainError } from '#app/kernel/domain_error'

export async function extractInvoicesCommand(args: string[]): Promise<number> {
  for (const file of args.filter((arg) => !arg.startsWith('--'))) {
    const name = path.basename(file)
    try {
      const result = await readDocument(await readFile(file), { fileName: name })
      const invoice = result.invoices[0]
      process.stdout.write(`${JSON.stringify(invoice ? toPrediction(name, invoice) : { file: name, error: 'vacío' })}\n`)
    } catch (error) {
      if (!isDomainError(error)) process.stderr.write(`${name}: ${(error as Error).stack}\n`)
      process.stdout.write(`${JSON.stringify({ file: name, error: (error as Error).message })}\n`)
    }
  }
  await closeRecognisers()
  return 0
}
