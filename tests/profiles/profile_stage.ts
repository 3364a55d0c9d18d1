import { execute, oneRow } from '#app/kernel/database/sql'
import { createProfile } from '#app/profiles/actions/save_profile'
import type { KeywordInput, ProfileInput } from '#app/profiles/profile_input'
import type { Person } from '#tests/factories/people'

export const word = (text: string, more: Partial<KeywordInput> = {}): KeywordInput => ({
  kind: 'include',
  mode: text.includes(' ') ? 'phrase' : 'word',
  text,
  weight: 60,
  field: null,
  ...more,
})

export async function categoryId(name: string): Promise<number> {
  return (await oneRow<{ id: number }>(`select id from categories where name = :name`, { name })).id
}

/** A profile of water, unless told otherwise. */
export async function profileInput(given: Partial<ProfileInput> = {}): Promise<ProfileInput> {
  return {
    name: 'Agua de red',
    providerId: null,
    siteIds: [],
    categoryId: await categoryId('Agua'),
    ledgerAccountCode: null,
    vatCodeId: null,
    withholdingCodeId: null,
    deductiblePercent: null,
    centerId: null,
    priority: 100,
    minScore: 50,
    matchFields: ['concept', 'description'],
    amountMinMinor: null,
    amountMaxMinor: null,
    requiresApproval: true,
    autoBook: false,
    active: true,
    keywords: [word('abastecimiento')],
    ...given,
  }
}

export const makeProfile = async ({ actor }: Person, given: Partial<ProfileInput> = {}): Promise<number> =>
  createProfile(await profileInput(given), actor)

/** Takes the profiles of earlier tests out of the way: they would match too. */
export const clearProfiles = () =>
  execute(
    `update expense_profiles set active = false, name = 'Anterior ' || id where active or name not like 'Anterior %'`
  )
