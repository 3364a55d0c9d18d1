import type { ApiResponse } from '@japa/api-client'

/** What a refused form says, by field, as the next page shows it. */
export function fieldErrors(response: ApiResponse): Record<string, string | undefined> {
  const bag = (response.flashMessages().inputErrorsBag ?? {}) as Record<string, string[]>
  return Object.fromEntries(Object.entries(bag).map(([field, [message]]) => [field, message]))
}
