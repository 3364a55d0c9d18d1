import type { ApartAnswer, ApartRequest } from '#app/files/apart/read_apart'
import { answerRequests } from '#app/files/watched_child'
import { isDomainError } from '#app/kernel/domain_error'

/** The process that reads what people send: a hostile file stops it and nobody else. */
answerRequests(answer, () => Promise.resolve())

async function answer({ module, name, given }: ApartRequest): Promise<ApartAnswer> {
  try {
    const found = (await import(module)) as Record<string, unknown>
    const read = found[name]
    if (typeof read !== 'function') throw new Error(`${module} has no ${name}`)
    return { result: (await read(...given)) as unknown }
  } catch (error) {
    if (isDomainError(error))
      return { refusal: { code: error.code, message: error.message, field: error.field } }
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
