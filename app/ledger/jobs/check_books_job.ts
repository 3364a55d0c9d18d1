import type { Job } from '#app/jobs/queue'
import { checkBooks } from '#app/ledger/actions/check_books'

/** The whole book checked every night; a book that is not sound makes the job fail, in sight of who runs the product. */
export const checkBooksJob: Job<Record<string, never>> = {
  queue: 'ledger.check-books',
  concurrency: 1,
  timeoutSeconds: 900,
  retries: 0,
  retryDelaySeconds: 60,
  cron: '30 3 * * *',
  async work() {
    const broken = await checkBooks()
    if (broken.length > 0)
      throw new Error(`El libro no cuadra: ${broken.map(({ invariant }) => invariant).join(', ')}`)
    return { message: 'El libro cuadra' }
  },
}
