import { explained, seen } from '#app/profiles/matching/explained'
import {
  type Candidate,
  type Explanation,
  type IneligibleReason,
  inOrder,
  isClear,
} from '#app/profiles/matching/explanation'
import { hitOf } from '#app/profiles/matching/keyword_hit'
import { KeywordIndex } from '#app/profiles/matching/keyword_index'
import {
  bitOf,
  type Decision,
  FIELD_TENTHS,
  FIELDS,
  type Field,
  KINDS,
  type MatchInput,
  type MatchKeyword,
  type MatchProfile,
  MODE_TENTHS,
  SCORE_MAX,
} from '#app/profiles/matching/matching_terms'
import { type NormalText, normalText } from '#app/profiles/matching/normal_text'
import { ProfilePlaces } from '#app/profiles/matching/profile_places'
import {
  bonusesOf,
  bonusPoints,
  isBefore,
  type Place,
  placeObstacle,
} from '#app/profiles/matching/profile_rank'

const INELIGIBLE_SHOWN_MAX = 10

/** A keyword found: where, by the order of fields and tokens. */
type Found = { keyword: number; field: Field; first: number; last: number }

/**
 * The expense profiles of the group, compiled once for any number of texts (area 04 §4). Matching a text costs as many
 * steps as it has tokens and hits, whatever the number of keywords. Not to be used by two texts at once.
 */
export class ConceptMatcher {
  readonly #profiles: readonly MatchProfile[]
  readonly #keywords: MatchKeyword[] = []
  readonly #profileOf: Int32Array
  readonly #fieldMasks: Uint8Array
  /** Of a keyword found, in flat arrays because most keywords that a text meets are far from each other in memory. */
  readonly #kinds: Uint8Array
  readonly #points: Uint16Array
  readonly #sizes: Uint16Array
  readonly #index: KeywordIndex
  readonly #usedFields: readonly Field[]
  readonly #places: ProfilePlaces
  readonly #required: Uint16Array
  /** The round in which a keyword or a profile was last seen: nothing is cleared between texts. */
  readonly #keywordRound: Int32Array
  readonly #profileRound: Int32Array
  readonly #scores: Int32Array
  readonly #lengths: Int32Array
  readonly #requiredFound: Uint16Array
  readonly #vetoed: Uint8Array
  #round = 0
  #touched: number[] = []
  #found: Found[] = []

  constructor(profiles: readonly MatchProfile[]) {
    this.#profiles = profiles
    this.#places = new ProfilePlaces(profiles)
    const count = profiles.reduce((sum, { keywords }) => sum + keywords.length, 0)
    this.#profileOf = new Int32Array(count)
    this.#fieldMasks = new Uint8Array(count)
    this.#kinds = new Uint8Array(count)
    this.#points = new Uint16Array(count)
    this.#sizes = new Uint16Array(count)
    this.#required = new Uint16Array(profiles.length)
    for (const [place, profile] of profiles.entries()) this.#addProfile(place, profile)
    this.#index = new KeywordIndex(this.#keywords)
    const used = this.#fieldMasks.reduce((all, mask) => all | mask, 0)
    this.#usedFields = FIELDS.filter((field) => used & bitOf(field))
    this.#keywordRound = new Int32Array(count)
    this.#profileRound = new Int32Array(profiles.length)
    this.#scores = new Int32Array(profiles.length)
    this.#lengths = new Int32Array(profiles.length)
    this.#requiredFound = new Uint16Array(profiles.length)
    this.#vetoed = new Uint8Array(profiles.length)
  }

  /** Whether any keyword is looked for there: a text that nobody looks at need not be fetched. */
  looksAt(field: Field): boolean {
    return this.#usedFields.includes(field)
  }

  /** What a text is given, without the reasons. The score is hundredths, of the first candidate. */
  match(input: MatchInput): Decision {
    this.#read(input)
    let first: Place | null = null
    let second: Place | null = null
    for (const place of this.#touched) {
      if (this.#obstacle(place, input) !== null) continue
      const score = this.#scoreOf(place, input)
      const profile = this.#profiles[place]
      if (!profile || score < profile.minScore * 100) continue
      const candidate = { profile, score, length: this.#lengths[place] ?? 0 }
      if (!first || isBefore(candidate, first)) {
        second = first
        first = candidate
      } else if (!second || isBefore(candidate, second)) second = candidate
    }
    if (!first) return { decision: 'none', profileId: null, score: 0 }
    const decision = isClear(first.score, second?.score ?? null) ? 'matched' : 'ambiguous'
    return { decision, profileId: decision === 'matched' ? first.profile.id : null, score: first.score }
  }

  /** The same with every step (area 04 §4.8). */
  explain(input: MatchInput): Explanation {
    const texts = this.#read(input)
    const looked = this.#touched.map((place) => this.#candidate(place, input, texts)).sort(inOrder)
    const ineligible = looked.filter((candidate) => !candidate.eligible)
    return explained(
      seen(texts.get('concept') ?? normalText(input.texts.concept ?? '')),
      Object.fromEntries([...texts].map(([field, text]) => [field, seen(text)])),
      [...looked.filter((candidate) => candidate.eligible), ...ineligible.slice(0, INELIGIBLE_SHOWN_MAX)]
    )
  }

  #addProfile(place: number, profile: MatchProfile): void {
    const everywhere = profile.fields.reduce((mask, field) => mask | bitOf(field), 0)
    for (const keyword of profile.keywords) {
      const index = this.#keywords.push(keyword) - 1
      this.#profileOf[index] = place
      this.#fieldMasks[index] = keyword.field ? bitOf(keyword.field) : everywhere
      this.#kinds[index] = KINDS.indexOf(keyword.kind)
      this.#points[index] = keyword.weight * MODE_TENTHS[keyword.mode]
      this.#sizes[index] = keyword.textNorm.length
      if (keyword.kind === 'require') this.#required[place] = (this.#required[place] ?? 0) + 1
    }
  }

  /** Finds the keywords of a text; the best field of each counts, which is the first. */
  #read(input: MatchInput): Map<Field, NormalText> {
    this.#round++
    this.#touched = []
    this.#found = []
    for (const place of this.#places.ofProvider(input.providerId)) this.#touch(place)
    const habit = this.#places.ofProfile(input.habitProfileId)
    if (habit !== undefined && this.#isOfProvider(habit, input)) this.#touch(habit)
    const texts = new Map<Field, NormalText>()
    for (const field of this.#usedFields) {
      const given = input.texts[field]
      if (!given) continue
      const text = normalText(given)
      texts.set(field, text)
      const bit = bitOf(field)
      const isWanted = (keyword: number) =>
        ((this.#fieldMasks[keyword] ?? 0) & bit) !== 0 &&
        this.#keywordRound[keyword] !== this.#round &&
        this.#isOfProvider(this.#profileOf[keyword] ?? 0, input)
      const onHit = (keyword: number, first: number, last: number) => {
        if (isWanted(keyword)) this.#count({ keyword, field, first, last })
      }
      this.#index.scan(text, onHit)
      this.#index.scanPatterns(text, isWanted, onHit)
    }
    return texts
  }

  #isOfProvider(place: number, { providerId }: MatchInput): boolean {
    const owner = this.#profiles[place]?.providerId ?? null
    return owner === null || owner === providerId
  }

  #touch(place: number): void {
    if (this.#profileRound[place] === this.#round) return
    this.#profileRound[place] = this.#round
    this.#scores[place] = 0
    this.#lengths[place] = 0
    this.#requiredFound[place] = 0
    this.#vetoed[place] = 0
    this.#touched.push(place)
  }

  #count(found: Found): void {
    const place = this.#profileOf[found.keyword] ?? 0
    this.#keywordRound[found.keyword] = this.#round
    this.#touch(place)
    this.#found.push(found)
    switch (KINDS[this.#kinds[found.keyword] ?? 0]) {
      case 'exclude':
        this.#vetoed[place] = 1
        return
      case 'require':
        this.#requiredFound[place] = (this.#requiredFound[place] ?? 0) + 1
        return
      default:
        this.#scores[place] =
          (this.#scores[place] ?? 0) + (this.#points[found.keyword] ?? 0) * FIELD_TENTHS[found.field]
        this.#lengths[place] = (this.#lengths[place] ?? 0) + (this.#sizes[found.keyword] ?? 0)
    }
  }

  /** What keeps a profile out (area 04 §4.3), an exclusion first. */
  #obstacle(place: number, input: MatchInput): IneligibleReason | null {
    const profile = this.#profiles[place]
    if (!profile || this.#vetoed[place] === 1) return 'excluded'
    if ((this.#requiredFound[place] ?? 0) < (this.#required[place] ?? 0)) return 'required'
    return placeObstacle(profile, input)
  }

  #scoreOf(place: number, input: MatchInput): number {
    const sum = (this.#scores[place] ?? 0) + bonusPoints(this.#profiles[place], input)
    return Math.min(sum, SCORE_MAX)
  }

  #candidate(place: number, input: MatchInput, texts: ReadonlyMap<Field, NormalText>): Candidate {
    const profile = this.#profiles[place]
    if (!profile) throw new RangeError(`no profile at ${place}`)
    const found = this.#found.filter(({ keyword }) => this.#profileOf[keyword] === place)
    const hits = found.map((one) => this.#hit(one, texts))
    const obstacle = this.#obstacle(place, input)
    const seenKeywords = new Set(found.map(({ keyword }) => this.#keywords[keyword]))
    return {
      profileId: profile.id,
      name: profile.name,
      isOwn: profile.providerId !== null,
      priority: profile.priority,
      eligible: obstacle === null,
      ineligibleReason: obstacle,
      missing: profile.keywords
        .filter((keyword) => keyword.kind === 'require' && !seenKeywords.has(keyword))
        .map(({ text }) => text),
      vetoedBy: hits.find(({ kind }) => kind === 'exclude')?.keyword ?? null,
      hits,
      bonuses: bonusesOf(profile, input),
      keywordLength: this.#lengths[place] ?? 0,
      score: this.#scoreOf(place, input),
      minScore: profile.minScore * 100,
    }
  }

  #hit(
    { keyword: index, ...found }: Found,
    texts: ReadonlyMap<Field, NormalText>
  ): Candidate['hits'][number] {
    const keyword = this.#keywords[index]
    const text = texts.get(found.field)
    if (!keyword || !text) throw new RangeError(`no keyword at ${index}`)
    return hitOf(keyword, found, text)
  }
}
