import { isDomainError } from '#app/kernel/domain_error'

/** Does what the machine does by itself; false where it is refused, in a closed month for example, and left to people. */
export async function unlessRefused(work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (!isDomainError(error)) throw error
    return false
  }
}
