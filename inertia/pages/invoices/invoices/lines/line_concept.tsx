import { Button } from '@mantine/core'
import { countText, Day } from '~/kit/day'
import { sendValues } from '~/kit/form/send_values'
import { urlFor } from '~/urls'
import text from '../document/text.module.css'
import styles from '../parts.module.css'
import type { Line } from '../review/review_parts'
import type { ReviewPage } from '../review/review_types'

type Props = { invoice: ReviewPage['invoice']; line: Line }

/** What a line is for, the days it bills, what it is charged to, and why the machine chose so. */
export function LineConcept({ invoice, line }: Props) {
  const quantity = Number(line.quantity)
  const isChoice = invoice.isEditable && line.choices.length > 1
  return (
    <div className={styles.lineConcept}>
      <div>
        {line.concept}
        {quantity === 1 ? null : <span className={`${text.quiet} num`}> × {countText(quantity)}</span>}
      </div>
      {line.periodFrom && line.periodTo ? (
        <div className={text.quiet}>
          Del <Day value={line.periodFrom} /> al <Day value={line.periodTo} />
        </div>
      ) : null}
      {isChoice ? <ProfileChoice invoice={invoice} line={line} /> : <Charged line={line} />}
    </div>
  )
}

function Charged({ line }: { line: Line }) {
  if (line.category === null) return <span className={text.missing}>Sin clasificar</span>
  return (
    <span className={text.quiet} title={line.why ?? undefined}>
      {line.category}
      {line.accountCode ? <span className="num"> · {line.accountCode}</span> : null}
      {line.matchState === 'ambiguous' ? ' · por confirmar' : ''}
    </span>
  )
}

/** Profiles that tie: one click says which it is. */
function ProfileChoice({ invoice, line }: Props) {
  const choose = (profileId: number) =>
    sendValues('put', urlFor('invoices.lines.profile', { id: invoice.id, line: line.id }), {
      profileId,
      lockVersion: invoice.lockVersion,
    })
  return (
    <fieldset className={styles.tied} aria-label={`Perfiles que empatan para «${line.concept}»`}>
      <span className={text.missing} title={line.why ?? undefined}>
        Empatan estos perfiles: elija uno
      </span>
      <div className={styles.choices}>
        {line.choices.map(({ profileId, name, category }) => (
          <Button key={profileId} size="xs" variant="default" onClick={() => choose(profileId)}>
            {name === category ? name : `${name} · ${category}`}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}
