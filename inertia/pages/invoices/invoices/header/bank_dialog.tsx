import { RadioField } from '~/kit/fields/choice_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import type { CorrectionProps } from '../review/correction'
import { CorrectionFrame } from '../review/correction_frame'
import type { Bank } from '../review/review_parts'

const verifications: Readonly<Record<string, string>> = {
  verified: 'verificada',
  unverified: 'sin verificar',
  rejected: 'rechazada',
  blacklisted: 'en la lista negra',
}

/** The account of the supplier that will be paid. */
export function BankDialog({ page: { invoice, banks, provider }, review }: CorrectionProps) {
  const form = useFormSubmission({
    initial: { providerBankId: String(invoice.providerBankId ?? '') },
    url: urlFor('invoices.bank.update', { id: invoice.id }),
    method: 'put',
    leaving: 'allow',
    transform: ({ providerBankId: chosen }) => ({
      providerBankId: chosen === '' ? null : chosen,
      lockVersion: invoice.lockVersion,
    }),
    onSuccess: review.close,
  })
  const help = invoice.ibanDetected ? `IBAN impreso en el documento: ${invoice.ibanDetected}` : undefined
  return (
    <CorrectionFrame title="Elegir la cuenta de pago" form={form} review={review}>
      <RadioField
        label={provider ? `Cuentas de ${provider.legalName}` : 'Cuentas'}
        help={provider ? help : 'Asigne antes el proveedor para elegir entre sus cuentas.'}
        options={[...banks.map((bank) => bankOption(bank, invoice.ibanDetected)), noBank]}
        {...form.field('providerBankId')}
      />
    </CorrectionFrame>
  )
}

const noBank = { value: '', label: 'Ninguna (recibo domiciliado u otro medio)' }

function bankOption({ id, iban, verification }: Bank, printed: string | null) {
  const state = verifications[verification] ?? verification
  return { value: String(id), label: `${iban} · ${state}${iban === printed ? ' · la impresa' : ''}` }
}
