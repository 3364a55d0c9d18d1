import { Head } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { TextField } from '~/kit/fields/text_fields'
import bare from '~/kit/form/bare.module.css'
import { BareForm } from '~/kit/form/bare_form'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { StatusBadge, type Tone } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import styles from './public_invoices.module.css'

type Props = {
  token: string
  receipt: { code: string; state: string; label: string; tone: Tone; text: string } | null
}

/** Where an invoice stands, for who has the secret link and knows the e-mail it was sent with. */
export default function PublicInvoiceReceipt({ token, receipt }: Props) {
  const form = useFormSubmission({
    initial: { email: '' },
    url: urlFor('public.invoices.receipt.show', { token }),
    leaving: 'allow',
  })
  if (receipt === null)
    return (
      <BareForm
        title="Estado de la factura"
        lead="Indique el correo electrónico con el que la registró."
        form={form}
        submitLabel="Ver el estado"
      >
        <TextField label="Correo electrónico" type="email" isRequired hasFocus {...form.field('email')} />
      </BareForm>
    )
  return (
    <>
      <Head title="Estado de la factura" />
      <h1 className={bare.title}>Factura {receipt.code}</h1>
      <div className={styles.state} role="status">
        <StatusBadge tone={receipt.tone} label={receipt.label} />
        <p className={bare.lead}>{receipt.text}</p>
      </div>
      <Button fullWidth variant="default" loading={form.processing} onClick={() => form.submit()}>
        Actualizar
      </Button>
    </>
  )
}
