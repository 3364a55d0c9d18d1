import { Anchor } from '@mantine/core'
import { Facts } from '~/kit/detail/detail_page'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { SelectField } from '~/kit/fields/choice_fields'
import { FileField } from '~/kit/fields/file_field'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import type { Payee, PayeeBank } from './bank_types'
import { ShownIban } from './shown_iban'

type Props = { payee: Payee; bank: PayeeBank; onClose: () => void }

/** A second person says how they made sure that the account belongs to the payee. */
export function VerifyBankDialog({ payee, bank, onClose }: Props) {
  const form = useFormSubmission({
    initial: { method: null as string | null, file: null as File | null },
    url: payee.urls.act('verify', bank),
    leaving: 'allow',
    transform: ({ method, file }) => ({ method, ...(file ? { file } : {}) }),
    onSuccess: onClose,
  })
  const { evidence } = payee.urls
  const isCertified = form.values.method === 'certificate'
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Verificar la cuenta"
      form={form}
      submitLabel="Verificar la cuenta"
      isDisabled={form.values.method === null}
    >
      <Facts
        facts={[
          {
            label: bank.withoutIban ? 'Número de cuenta' : 'IBAN',
            value: <ShownIban reveal={payee.urls.reveal} bank={bank} />,
          },
          ...codesOf(bank),
          { label: 'Banco', value: bank.bank ?? '–' },
          { label: 'Titular', value: bank.holder },
          { label: 'La añadió', value: bank.creator ?? '–' },
          ...(evidence && bank.evidence
            ? [
                {
                  label: 'Certificado recibido',
                  value: (
                    <Anchor href={evidence(bank)} size="sm" download>
                      {bank.evidence}
                    </Anchor>
                  ),
                },
              ]
            : []),
        ]}
      />
      {bank.withoutIban ? <div>La lista negra solo mira IBAN: no alcanza a esta cuenta.</div> : null}
      <SelectField
        label="Cómo se ha comprobado"
        isRequired
        options={bank.withoutIban ? payee.methods.filter(({ value }) => value !== 'vop') : payee.methods}
        help={`El primer pago podrá salir pasadas ${payee.coolingHours} horas.`}
        {...form.field('method')}
      />
      {evidence ? (
        <FileField
          label="Certificado de titularidad"
          isRequired={isCertified && !bank.evidence}
          accept=".pdf,.png,.jpg,.jpeg,.webp"
          help={
            bank.evidence
              ? 'Solo si tiene uno más reciente que el recibido. PDF o imagen, hasta 20 MB.'
              : 'PDF o imagen, hasta 20 MB. Se conserva con la cuenta.'
          }
          {...form.field('file')}
        />
      ) : null}
    </FormDialog>
  )
}

/** What else tells an account without IBAN: who verifies it compares all of it. */
function codesOf({ withoutIban: numbers, bic }: PayeeBank) {
  if (!numbers) return []
  const { routing, country } = numbers
  return [
    ...(routing ? [{ label: routing.label, value: <span className="num">{routing.code}</span> }] : []),
    ...(bic ? [{ label: 'BIC', value: <span className="num">{bic}</span> }] : []),
    { label: 'País del banco', value: country },
  ]
}
