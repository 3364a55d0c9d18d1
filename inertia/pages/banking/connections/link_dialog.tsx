import { formatDay, isCalendarDate } from '#app/kernel/time/calendar_date'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { DayField } from '~/kit/fields/day_field'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import type { BankHead } from '../bank_props'
import { bankUrls } from '../bank_urls'
import styles from '../banking.module.css'
import type { FoundAccount, OwnChoice } from './connection_types'

type Props = { bank: BankHead; account: FoundAccount; choice: OwnChoice; onClose: () => void }

/** Which account of the company an account at the bank is, and from which day its movements are lines of the statement. */
export function LinkDialog({ bank, account, choice, onClose }: Props) {
  const form = useFormSubmission({
    initial: { linesFrom: choice.linesFrom },
    method: 'put',
    url: bankUrls(bank.path).link(account.id),
    leaving: 'allow',
    transform: (typed) => ({ ...typed, bankAccountId: Number(choice.value) }),
    onSuccess: onClose,
  })
  return (
    <FormDialog opened onClose={onClose} title="Asociar la cuenta" form={form} submitLabel="Asociar">
      <p className={styles.text}>
        «{account.name}» ({account.identifier}) es la cuenta «{choice.label}» de la empresa.
      </p>
      <DayField
        label="Movimientos desde"
        isRequired
        help={`Los anteriores no llegan al extracto: ${toldText(choice)}`}
        {...form.field('linesFrom')}
      />
    </FormDialog>
  )
}

const toldText = ({ toldUntil }: OwnChoice): string =>
  toldUntil !== null && isCalendarDate(toldUntil)
    ? `los importados llegan hasta el ${formatDay(toldUntil)}.`
    : 'están en el saldo inicial o se importan por fichero.'
