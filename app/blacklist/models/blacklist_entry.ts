import type { PatternType, Reason, Severity } from '#app/blacklist/blacklist_labels'
import type { EntryStatus } from '#app/blacklist/workflows/entry_workflow'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { IbanBlacklistSchema } from '#database/schema'

export default class BlacklistEntry extends IbanBlacklistSchema {
  static override table = 'iban_blacklist'

  declare patternType: PatternType
  declare severity: Severity
  declare reason: Reason
  declare status: EntryStatus
  declare expiresOn: CalendarDate | null
}
