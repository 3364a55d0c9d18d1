import type { ReadingContext } from '#app/reading/reading_types'
import type { Recogniser } from '#app/reading/recognition/recogniser'

/** `fileName` is only told in messages; without `recogniser` the one of the process is used. */
export type ReadOptions = { fileName?: string; context?: ReadingContext; recogniser?: Recogniser }
