import { BankDialog } from './bank_dialog'
import { DateDialog } from './date_dialog'
import { DueDialog } from './due_dialog'
import { HeaderDialog } from './header_dialog'
import { NumberDialog } from './number_dialog'
import { ReassignProviderDialog } from './reassign_provider_dialog'
import { ReassignSiteDialog } from './reassign_site_dialog'
import type { EditorName, ReviewPage } from './review_types'
import { TotalsDialog } from './totals_dialog'
import type { Review } from './use_review'

export type CorrectionProps = { page: ReviewPage; review: Review }

/** The form of one correction. */
export function Correction({ editor, ...props }: CorrectionProps & { editor: EditorName }) {
  switch (editor) {
    case 'provider':
      return <ReassignProviderDialog {...props} />
    case 'site':
      return <ReassignSiteDialog {...props} />
    case 'number':
      return <NumberDialog {...props} />
    case 'date':
      return <DateDialog {...props} />
    case 'header':
      return <HeaderDialog {...props} />
    case 'totals':
      return <TotalsDialog {...props} />
    case 'due':
      return <DueDialog {...props} />
    case 'bank':
      return <BankDialog {...props} />
    default:
      return editor satisfies never
  }
}
