import { Button, CopyButton } from '@mantine/core'
import { useState } from 'react'
import { Section } from '~/kit/detail/detail_page'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { TextField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import type { PublicLinks, SiteForm, SiteHead } from './site_page'
import styles from './sites.module.css'
import { TabForm } from './tab_form'

type Props = { site: SiteHead; values: SiteForm; canWrite: boolean; publicLinks: PublicLinks | null }

/** How documents reach the company: the address for invoices and the public link. */
export function IntakeTab({ site, values, canWrite, publicLinks }: Props) {
  const form = useFormSubmission({
    initial: { invoiceEmailAlias: values.invoiceEmailAlias },
    method: 'put',
    url: urlFor('sites.update', { id: site.id }),
    transform: (typed) => ({
      invoiceEmailAlias: typed.invoiceEmailAlias.trim() || null,
      lockVersion: site.lockVersion,
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
            {...form.field('invoiceEmailAlias')}
          />
        </TabForm>
      </Section>
      <Section title="Enlace público">
        <PublicLink site={site} canWrite={canWrite} publicLinks={publicLinks} />
      </Section>
    </div>
  )
}

function PublicLink({ site, canWrite, publicLinks }: Omit<Props, 'values'>) {
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const rotate: Confirmation = {
    title: site.hasPublicLink ? 'Cambiar el enlace público' : 'Crear el enlace público',
    question: site.hasPublicLink
      ? 'El enlace anterior dejará de funcionar en el acto. El nuevo se muestra una sola vez.'
      : 'Quien tenga el enlace podrá enviar facturas y notas de gastos a esta empresa. Se muestra una sola vez.',
    submitLabel: site.hasPublicLink ? 'Cambiar enlace' : 'Crear enlace',
    isDangerous: site.hasPublicLink,
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
      {publicLinks ? (
        <div className={styles.stack} role="status">
          <LinkToCopy label="Facturas" link={publicLinks.invoices} />
          <LinkToCopy label="Notas de gastos" link={publicLinks.expenseNotes} />
          <span className={styles.small}>Cópielos ahora: no se volverán a mostrar.</span>
        </div>
      ) : (
        <p className={styles.quiet}>
          {site.hasPublicLink
            ? 'Hay un enlace en uso. Por seguridad no se puede volver a ver: si se ha perdido, cree otro.'
            : 'La empresa no tiene enlace público.'}
        </p>
      )}
      {canWrite ? (
        <div className={styles.row}>
          <Button variant="default" onClick={() => setConfirmation(rotate)}>
            {rotate.submitLabel}
          </Button>
          {site.hasPublicLink ? (
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

function LinkToCopy({ label, link }: { label: string; link: string }) {
  return (
    <div className={styles.link}>
      <span>{label}</span>
      <code>{link}</code>
      <CopyButton value={link}>
        {({ copied, copy }) => (
          <Button variant="default" aria-label={`${copied ? 'Copiado' : 'Copiar'}: ${label}`} onClick={copy}>
            {copied ? 'Copiado' : 'Copiar'}
          </Button>
        )}
      </CopyButton>
    </div>
  )
}
