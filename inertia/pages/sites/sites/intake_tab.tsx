import { Button, CopyButton } from '@mantine/core'
import { useState } from 'react'
import { ConfirmAction, type Confirmation } from '~/kit/confirm_action'
import { Section } from '~/kit/detail_page'
import { TextField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/use_form_submission'
import { urlFor } from '~/urls'
import type { SiteForm, SiteHead } from './site_page'
import styles from './sites.module.css'
import { TabForm } from './tab_form'

type Props = { site: SiteHead; values: SiteForm; canWrite: boolean; publicLink: string | null }

/** How documents reach the company: the address for invoices and the public link. */
export function IntakeTab({ site, values, canWrite, publicLink }: Props) {
  const form = useFormSubmission({
    initial: { invoice_email_alias: values.invoice_email_alias },
    method: 'put',
    url: urlFor('sites.update', { id: site.id }),
    transform: (typed) => ({
      invoice_email_alias: typed.invoice_email_alias.trim() || null,
      lock_version: site.lock_version,
    }),
  })
  return (
    <div className={styles.sections}>
      <Section title="Correo de facturas">
        <TabForm form={form} canWrite={canWrite} submitLabel="Guardar correo">
          <TextField
            label="Dirección"
            type="email"
            help={`Por ejemplo facturas+${site.code.toLowerCase()}@…`}
            isDisabled={!canWrite}
            {...form.field('invoice_email_alias')}
          />
        </TabForm>
      </Section>
      <Section title="Enlace público">
        <PublicLink site={site} canWrite={canWrite} publicLink={publicLink} />
      </Section>
    </div>
  )
}

function PublicLink({ site, canWrite, publicLink }: Omit<Props, 'values'>) {
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const rotate: Confirmation = {
    title: site.has_public_link ? 'Cambiar el enlace público' : 'Crear el enlace público',
    question: site.has_public_link
      ? 'El enlace anterior dejará de funcionar en el acto. El nuevo se muestra una sola vez.'
      : 'Quien tenga el enlace podrá enviar facturas y notas de gastos a esta empresa. Se muestra una sola vez.',
    submitLabel: site.has_public_link ? 'Cambiar enlace' : 'Crear enlace',
    isDangerous: site.has_public_link,
    url: urlFor('sites.public-link.store', { id: site.id }),
  }
  const revoke: Confirmation = {
    title: 'Anular el enlace público',
    question: 'El enlace dejará de funcionar en el acto.',
    submitLabel: 'Anular enlace',
    isDangerous: true,
    method: 'delete',
    url: urlFor('sites.public-link.destroy', { id: site.id }),
  }
  return (
    <div className={styles.stack}>
      {publicLink ? (
        <div className={styles.link} role="status">
          <code>{publicLink}</code>
          <CopyButton value={publicLink}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? 'Copiado' : 'Copiar'}
              </Button>
            )}
          </CopyButton>
          <span className={styles.small}>Cópielo ahora: no se volverá a mostrar.</span>
        </div>
      ) : (
        <p className={styles.quiet}>
          {site.has_public_link
            ? 'Hay un enlace en uso. Por seguridad no se puede volver a ver: si se ha perdido, cree otro.'
            : 'La empresa no tiene enlace público.'}
        </p>
      )}
      {canWrite ? (
        <div className={styles.row}>
          <Button variant="default" onClick={() => setConfirmation(rotate)}>
            {rotate.submitLabel}
          </Button>
          {site.has_public_link ? (
            <Button variant="default" onClick={() => setConfirmation(revoke)}>
              Anular enlace
            </Button>
          ) : null}
        </div>
      ) : null}
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </div>
  )
}
