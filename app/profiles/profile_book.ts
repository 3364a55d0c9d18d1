import logger from '@adonisjs/core/services/logger'
import { type Listening, listenToChannels } from '#app/kernel/database/listen_to_channels'
import { type Client, oneRow } from '#app/kernel/database/sql'
import { ConceptMatcher } from '#app/profiles/matching/concept_matcher'
import { type LoadedProfile, loadProfiles } from '#app/profiles/queries/load_profiles'

/** All active profiles of the group, compiled. */
export type ProfileBook = {
  stamp: string
  matcher: ConceptMatcher
  profiles: ReadonlyMap<number, LoadedProfile>
}

/**
 * The compiled profiles of this process. They are compiled again when the database says that one changed; while nobody
 * listens (a test, a lost connection) the stamp is asked each time instead, so that an old book is never used.
 */
class CurrentBook {
  #book: ProfileBook | null = null
  #loading: Promise<ProfileBook> | null = null
  #listening: Listening | null = null
  #isOpening = false
  #isClosed = false
  #isFresh = false

  /** Inside a transaction the stamp is always asked there: it sees its own changes. */
  async get(client?: Client): Promise<ProfileBook> {
    if (this.#book && this.#isFresh && this.#listening && !client) return this.#book
    // Before the question: a change that is told while it is under way counts as one after it.
    this.#isFresh = true
    try {
      const stamp = await currentStamp(client)
      if (this.#book?.stamp === stamp) return this.#book
      this.#book = await (client ? compile(client) : this.#compileOnce())
      if (this.#book.stamp !== stamp) this.#isFresh = false
      return this.#book
    } catch (error) {
      this.#isFresh = false
      throw error
    }
  }

  /** Hears of changes from now on; without a connection the book still works, a question slower. */
  async listen(): Promise<void> {
    if (this.#listening || this.#isOpening || this.#isClosed) return
    this.#isOpening = true
    try {
      this.#listening = await listenToChannels({
        name: 'caudal-profiles',
        channels: {
          profiles_changed: () => {
            this.#isFresh = false
          },
        },
        onLost: (error) => this.#lose(error),
      })
    } catch (error) {
      this.#lose(error)
    } finally {
      this.#isOpening = false
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#listening?.close()
    this.#listening = null
  }

  #compileOnce(): Promise<ProfileBook> {
    this.#loading ??= compile().finally(() => {
      this.#loading = null
    })
    return this.#loading
  }

  #lose(error: unknown): void {
    this.#listening = null
    if (this.#isClosed) return
    logger.warn({ err: error }, 'expense profiles: nobody listens to changes, trying again')
    setTimeout(() => void this.listen(), RETRY_AFTER_MS).unref()
  }
}

const RETRY_AFTER_MS = 5_000

async function currentStamp(client?: Client): Promise<string> {
  const { stamp } = await oneRow<{ stamp: string }>(`select stamp::text from profile_book`, {}, client)
  return stamp
}

/** The stamp first: a change meanwhile leaves an old stamp on newer profiles, and they are compiled once more. */
async function compile(client?: Client): Promise<ProfileBook> {
  const stamp = await currentStamp(client)
  const profiles = await loadProfiles('active', client)
  return {
    stamp,
    matcher: new ConceptMatcher(profiles),
    profiles: new Map(profiles.map((profile) => [profile.id, profile])),
  }
}

export const currentBook = new CurrentBook()
