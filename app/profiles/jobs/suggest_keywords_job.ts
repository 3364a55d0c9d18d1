import type { ToldJob } from '#app/jobs/job'
import { counted } from '#app/kernel/text/counted'
import { suggestKeywords } from '#app/profiles/actions/suggest_keywords'

/** Every night: the words that people's corrections suggest. They are shown, never applied. */
export const suggestKeywordsJob: ToldJob<Record<string, never>> = {
  queue: 'profiles.suggest-keywords',
  about: {
    title: 'Sugerencias de palabras clave',
    group: 'Facturas',
    changes: 'Propone palabras para los perfiles de gastos; nunca las aplica.',
  },
  concurrency: 1,
  timeoutSeconds: 600,
  retries: 1,
  retryDelaySeconds: 300,
  cron: '40 2 * * *',
  async work() {
    const created = await suggestKeywords()
    return { message: counted(created, 'palabra sugerida', 'palabras sugeridas'), counters: { created } }
  },
}
