import { askWise, PAGE, PAGES_MAX } from '#app/banking/providers/wise/client'
import { paths } from '#app/banking/providers/wise/paths'
import type { WiseActivity } from '#app/banking/providers/wise/words'
import { NoAnswer, type ProviderClient } from '#app/connectors/client/provider_client'

/** Everything that happened at a company since, page by page to the end, the newest first. */
export async function* listActivities(
  client: ProviderClient,
  profile: string,
  { since, until }: { since: string; until: string | null }
): AsyncGenerator<WiseActivity[]> {
  let nextCursor: string | undefined
  for (let page = 0; page < PAGES_MAX; page++) {
    const answer = (await askWise(client, {
      method: 'GET',
      path: paths.activities(profile),
      query: { since, until: until ?? undefined, size: PAGE, nextCursor },
    })) as { cursor?: string | null; activities?: WiseActivity[] }
    if (!Array.isArray(answer?.activities)) throw new NoAnswer('Wise no respondió una lista de movimientos')
    yield answer.activities
    if (!answer.cursor) return
    if (answer.cursor === nextCursor) throw new NoAnswer('Wise repite una página')
    nextCursor = answer.cursor
  }
  throw new NoAnswer('La lista de movimientos de Wise no acaba')
}
