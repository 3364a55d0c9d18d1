import type { Job } from '#app/jobs/queue'
import { suggestKeywords } from '#app/profiles/actions/suggest_keywords'

/** Every night: the words that people's corrections suggest. They are shown, never applied. */
export const suggestKeywordsJob: Job<Record<string, never>> = {
  queue: 'profiles.suggest-keywords',
  concurrency: 1,
  timeoutSeconds: 600,
  retries: 1,
  retryDelaySeconds: 300,
  cron: '40 2 * * *',
  async work() {
    return { message: `${await suggestKeywords()} palabras sugeridas` }
  },
}
