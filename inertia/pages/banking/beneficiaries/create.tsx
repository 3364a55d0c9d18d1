import { FormPage } from '~/kit/form/form_page'
import type { BankHead } from '../bank_props'
import { payeeUrls } from '../bank_urls'
import { RecipientFields } from './recipient_fields'
import type { RecipientOffers } from './recipient_types'
import { useRecipientForm } from './use_recipient_form'

type Props = {
  bank: BankHead
  connection: { id: number; label: string; site: string }
  offers: RecipientOffers
  currency: string | null
}

/** Somebody new whom a bank can pay. */
export default function RecipientCreate({ bank, connection, offers, currency }: Props) {
  const urls = payeeUrls(bank, connection.id)
  const recipient = useRecipientForm({
    formUrl: urls.form,
    storeUrl: urls.all,
    currency,
    leaving: 'ask',
  })
  return (
    <FormPage
      title="Nuevo destinatario"
      subtitle={`${bank.title} · ${connection.label} · ${connection.site} · otra persona tendrá que verificarlo antes del primer pago`}
      form={recipient.form}
      submitLabel="Crear destinatario"
      cancelHref={urls.all}
      isDisabled={recipient.kind === null}
    >
      <RecipientFields {...recipient} offers={offers} />
    </FormPage>
  )
}
