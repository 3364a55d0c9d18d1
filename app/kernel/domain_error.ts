/** Codes of expected failures start with `E_`, so that they are told from the codes of Node and of the database. */
export type DomainErrorCode = `E_${string}`

/** Where what is missing can be put right, by whom, and what the others are told. */
export type Remedy = { label: string; href: string; roles: readonly string[]; others: string }

type DomainErrorOptions = { field?: string | undefined; cause?: unknown; remedy?: Remedy }

/**
 * An expected refusal: the message is Spanish, is shown to the person as it is and says what to do next.
 * `field` names the form field it belongs to, when there is one; `remedy` is a page that puts it right. Anything else that is thrown is a bug.
 */
export class DomainError extends Error {
  readonly code: DomainErrorCode
  readonly field: string | undefined
  readonly remedy: Remedy | undefined

  constructor(code: DomainErrorCode, message: string, options: DomainErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'DomainError'
    this.code = code
    this.field = options.field
    this.remedy = options.remedy
  }
}

/** Whether the value is a refusal meant for people, and not a bug. */
export function isDomainError(error: unknown): error is DomainError {
  return error instanceof DomainError
}
