import type { MatchProfile } from '#app/profiles/matching/matching_terms'

const NONE: readonly number[] = []

/** Where the profiles of a book stand in it, by their own key and by the supplier whose they are. */
export class ProfilePlaces {
  readonly #own = new Map<number, number[]>()
  readonly #placeOf = new Map<number, number>()

  constructor(profiles: readonly MatchProfile[]) {
    for (const [place, { id, providerId }] of profiles.entries()) {
      this.#placeOf.set(id, place)
      if (providerId === null) continue
      const own = this.#own.get(providerId)
      if (own) own.push(place)
      else this.#own.set(providerId, [place])
    }
  }

  /** Those of one supplier alone. */
  ofProvider(providerId: number | null): readonly number[] {
    return (providerId === null ? undefined : this.#own.get(providerId)) ?? NONE
  }

  ofProfile(profileId: number | null): number | undefined {
    return profileId === null ? undefined : this.#placeOf.get(profileId)
  }
}
