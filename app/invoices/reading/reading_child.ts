import { readDocument } from '#app/invoices/reading/read_document'
import type { ChildAnswer, ChildRequest } from '#app/invoices/reading/read_in_child'
import { closeRecognisers, limitRecognisers } from '#app/invoices/reading/shared_recogniser'
import { isDomainError } from '#app/kernel/domain_error'

/** The process that reads files for another one: it may be killed at any time without harm. */
process.on('message', (request: ChildRequest) => {
  void answer(request).then((reply) => process.send?.(reply))
})
process.on('disconnect', () => {
  void closeRecognisers().finally(() => process.exit(0))
})

async function answer({ id, bytes, fileName, context, recognisers }: ChildRequest): Promise<ChildAnswer> {
  limitRecognisers(recognisers)
  try {
    const result = await readDocument(bytes, {
      ...(fileName === undefined ? {} : { fileName }),
      ...(context === undefined ? {} : { context }),
    })
    return { id, result }
  } catch (error) {
    if (isDomainError(error)) return { id, refusal: error.message }
    return { id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
