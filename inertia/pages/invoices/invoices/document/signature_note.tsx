import { isCalendarDate } from '#app/kernel/time/calendar_date'
import { Day } from '~/kit/day'
import { StatusBadge } from '~/kit/status_badge'
import type { ReviewPage } from '../review/review_types'
import text from './text.module.css'

const STATES = {
  intact: { label: 'Firma íntegra', tone: 'green' },
  altered: { label: 'Modificada tras la firma', tone: 'red' },
  unknown: { label: 'Firma sin comprobar', tone: 'grey' },
} as const

/** What the signature of an electronic invoice says: whether anybody changed it since, who signed it and when. */
export function SignatureNote({ signature }: { signature: ReviewPage['invoice']['signature'] }) {
  if (!signature) return null
  const day = signature.signedAt?.slice(0, 10) ?? ''
  return (
    <p className={text.quiet}>
      <StatusBadge {...STATES[signature.state]} /> {signature.signer}
      {isCalendarDate(day) ? (
        <>
          {signature.signer ? ', ' : ''}
          <Day value={day} />
        </>
      ) : null}
    </p>
  )
}
