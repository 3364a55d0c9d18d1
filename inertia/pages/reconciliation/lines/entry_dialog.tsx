import { TextField } from '~/kit/fields/text_fields'
import { FormDialog } from '~/kit/form_dialog'
import { moneyText } from '~/kit/money'
import { useFormSubmission } from '~/kit/use_form_submission'
import { urlFor } from '~/urls'
import type { SelectedLine } from './line_types'

type Props = {
  accountId: number
  line: SelectedLine
  /** What a rule proposes. */
  proposed: { account_code: string; description: string } | null
  onClose: () => void
  onDone: () => void
}

/** "Nuevo asiento": what is left of the movement goes straight to an account. */
export function EntryDialog({ accountId, line, proposed, onClose, onDone }: Props) {
  const form = useFormSubmission({
    initial: {
      account_code: proposed?.account_code ?? '',
      description: proposed?.description || line.text.slice(0, 240),
    },
    url: urlFor('accounts.lines.entry', { id: accountId, line: line.id }),
    leaving: 'allow',
    onSuccess() {
      onClose()
      onDone()
    },
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Nuevo asiento"
      form={form}
      submitLabel={`Contabilizar ${moneyText(line.rest)}`}
    >
      <TextField
        label="Cuenta contable"
        isRequired
        hasFocus
        lengthMax={12}
        help="Por ejemplo 626 para comisiones, o el número completo de una subcuenta."
        {...form.field('account_code')}
      />
      <TextField label="Concepto" isRequired lengthMax={240} {...form.field('description')} />
    </FormDialog>
  )
}
