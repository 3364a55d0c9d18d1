import type { Candidate, IneligibleReason } from '#app/profiles/matching/explanation'
import {
  HABIT_BONUS,
  type MatchInput,
  type MatchProfile,
  OWN_PROVIDER_BONUS,
} from '#app/profiles/matching/matching_terms'

/** What keeps a profile out whatever the text says (area 04 §4.3): the company first, then the amount. */
export function placeObstacle(
  { siteIds, amountMinMinor: min, amountMaxMinor: max }: MatchProfile,
  { siteId, amountMinor }: MatchInput
): IneligibleReason | null {
  if (siteIds.length > 0 && (siteId === null || !siteIds.includes(siteId))) return 'site'
  if (min === null && max === null) return null
  if (amountMinor === null) return 'amount'
  const size = Math.abs(amountMinor)
  return (min !== null && size < min) || (max !== null && size > max) ? 'amount' : null
}

/** What a profile is given beside its words, in hundredths: it is the supplier's own, it is what the supplier usually is. */
export function bonusesOf(
  profile: MatchProfile,
  { providerId, habitProfileId }: MatchInput
): Candidate['bonuses'] {
  return [
    ...(isOwn(profile, providerId) ? [{ name: 'own_provider' as const, points: OWN_PROVIDER_BONUS }] : []),
    ...(profile.id === habitProfileId ? [{ name: 'habit' as const, points: HABIT_BONUS }] : []),
  ]
}

/** The sum of `bonusesOf`. */
export function bonusPoints(
  profile: MatchProfile | undefined,
  { providerId, habitProfileId }: MatchInput
): number {
  if (profile === undefined) return 0
  return (
    (isOwn(profile, providerId) ? OWN_PROVIDER_BONUS : 0) + (profile.id === habitProfileId ? HABIT_BONUS : 0)
  )
}

const isOwn = (profile: MatchProfile, providerId: number | null): boolean =>
  profile.providerId !== null && profile.providerId === providerId

export type Place = { profile: MatchProfile; score: number; length: number }

/** As `inOrder`, without making candidates. */
export function isBefore(a: Place, b: Place): boolean {
  const ownA = a.profile.providerId === null ? 0 : 1
  const ownB = b.profile.providerId === null ? 0 : 1
  if (ownA !== ownB) return ownA > ownB
  if (a.score !== b.score) return a.score > b.score
  if (a.profile.priority !== b.profile.priority) return a.profile.priority > b.profile.priority
  if (a.length !== b.length) return a.length > b.length
  return a.profile.id < b.profile.id
}
