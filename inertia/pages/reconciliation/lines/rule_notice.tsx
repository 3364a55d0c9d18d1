import { Button } from '@mantine/core'
import { Section } from '~/kit/detail/detail_page'
import type { LineRule } from './line_types'

type Props = { rule: LineRule; onUse: (() => void) | null }

/** Why a rule proposes an account for the movement in view, or that it booked it. */
export function RuleNotice({ rule, onUse }: Props) {
  return (
    <Section title={`Regla «${rule.name}»`}>
      <p>
        Propone la cuenta <strong className="num">{rule.accountCode}</strong> porque{' '}
        {rule.conditions.join(', ')}. {rule.note}
      </p>
      {rule.others.length > 0 ? (
        <p>También la reconocen, después de esta: {rule.others.map((name) => `«${name}»`).join(', ')}.</p>
      ) : null}
      {onUse ? (
        <Button variant="default" onClick={onUse}>
          Contabilizar con la regla
        </Button>
      ) : null}
    </Section>
  )
}
