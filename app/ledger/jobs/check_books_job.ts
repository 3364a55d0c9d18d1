import type { ToldJob } from '#app/jobs/job'
import { checkBooks } from '#app/ledger/actions/check_books'

/** The whole book checked every night; a book that is not sound makes the job fail, in sight of who runs the product. */
export const checkBooksJob: ToldJob<Record<string, never>> = {
  queue: 'ledger.check-books',
  about: {
    title: 'Comprobar cuadre del libro y saldos',
    group: 'Contabilidad',
    changes: 'No cambia nada: comprueba cada noche todo el libro y avisa si algo no cuadra.',
    isCritical: true,
    catchesUp: true,
  },
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
