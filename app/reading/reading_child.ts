import { answerRequests } from '#app/files/watched_child'
import { isDomainError } from '#app/kernel/domain_error'
import { readDocument } from '#app/reading/read_document'
import type { ReadingAnswer, ReadingRequest } from '#app/reading/read_in_child'
import { closeRecognisers } from '#app/reading/recognition/shared_recogniser'

/** The process that reads files for another one: it may be killed at any time without harm. */
answerRequests(answer, closeRecognisers)

async function answer({ bytes, fileName, context }: ReadingRequest): Promise<ReadingAnswer> {
  try {
    const result = await readDocument(bytes, {
      ...(fileName === undefined ? {} : { fileName }),
      ...(context === undefined ? {} : { context }),
    })
    return { result }
  } catch (error) {
    if (isDomainError(error)) return { refusal: error.message }
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
