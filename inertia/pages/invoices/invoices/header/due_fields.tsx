import { Day } from '~/kit/day'
import { Money, type MoneyValue } from '~/kit/money'
import text from '../document/text.module.css'
import type { FieldGroup, Places, ReviewField } from '../review/review_field'
import { amountMark } from '../review/review_marks'
import type { Invoice } from '../review/review_types'

/** What is due and why it is not the total; of what is no invoice nothing is. */
export function dueGroups({ due, otherKind }: Invoice, places: Places): FieldGroup[] {
  if (otherKind !== null) return []
  const read = places.get('amountDue')
  const part = (name: string, label: string, value: MoneyValue): ReviewField[] =>
    value.minor === 0
      ? []
      : [{ name, label, value: <Money value={value} />, mark: { kind: 'none' }, places: [], isFigure: true }]
  return [
    {
      editor: 'due',
      fields: [
        ...part('advance', 'Anticipo descontado', due.advance),
        ...part('prepaid', 'Ya pagado', due.prepaid),
        ...part('retained', 'Retención de garantía', due.retained),
        ...(due.retainedUntil === null ? [] : [untilField(due.retainedUntil)]),
        ...part('rounding', 'Redondeo', due.rounding),
        {
          name: 'due',
          label: 'Importe a pagar',
          value: (
            <>
              <Money value={due.amount} />
              {due.amount.minor === 0 && hasParts(due) ? (
                <span className={text.quiet}> nada que pagar</span>
              ) : null}
            </>
          ),
          mark: read?.value ? amountMark(read, due.amount.minor) : { kind: 'none' },
          places: ['amountDue'],
          isFigure: true,
        },
      ],
    },
  ]
}

/** Whether something of the total is not to be paid now. */
export const hasParts = ({ advance, prepaid, retained, rounding }: Invoice['due']): boolean =>
  [advance, prepaid, retained, rounding].some(({ minor }) => minor !== 0)

const untilField = (day: string): ReviewField => ({
  name: 'retained_until',
  label: 'Se retiene hasta',
  value: <Day value={day} />,
  mark: { kind: 'none' },
  places: [],
})
