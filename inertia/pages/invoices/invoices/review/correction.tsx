import { BankDialog } from '../header/bank_dialog'
import { DateDialog } from '../header/date_dialog'
import { DueDialog } from '../header/due_dialog'
import { HeaderDialog } from '../header/header_dialog'
import { NumberDialog } from '../header/number_dialog'
import { ReassignProviderDialog } from '../header/reassign_provider_dialog'
import { ReassignSiteDialog } from '../header/reassign_site_dialog'
import { TotalsDialog } from '../taxes/totals_dialog'
import type { EditorName, ReviewPage } from './review_types'
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
