const CONTENT = `r.content ->> 'CuotaTotal'`
const TOTAL = `r.content ->> 'ImporteTotal'`
const DAY = `to_char(r.issued_on, 'DD-MM-YYYY')`
const TAIL = `'&Huella=' || coalesce(r.previous_hash, '') || '&FechaHoraHusoGenRegistro=' || r.generated_text`

/** What must hold for issued documents and their records, each as a query that counts its violations (reliability R6). */
export const invariants = {
  issued_numbers_have_no_gaps: `select count(*) from (
      select series_id, year, sum(numbers) as documents, max(last) as last from (
        select series_id, year, count(*) as numbers, max(sequence) as last from issued_invoices group by series_id, year
        union all select series_id, year, to_sequence - from_sequence + 1, to_sequence from issuing_lost_numbers) given group by series_id, year) d
      full join issuing_counters c using (series_id, year)
    where d.documents is distinct from d.last::bigint or d.last is distinct from c.last_sequence`,
  issued_numbers_follow_their_days: `select count(*) from (
      select issued_on, lag(issued_on) over (partition by series_id, year order by sequence) as before from issued_invoices) d
    where d.before > d.issued_on`,
  issued_totals_are_their_parts: `select count(*) from issued_invoices i
      left join lateral (select sum(base_minor) as base from issued_invoice_lines where invoice_id = i.id) l on true
      left join lateral (select sum(base_minor) as base, sum(vat_minor) as vat, sum(surcharge_minor) as surcharge from issued_invoice_taxes where invoice_id = i.id) t on true
    where i.base_minor is distinct from l.base::bigint
       or i.treatment = 'invoice' and (i.base_minor, i.vat_minor, i.surcharge_minor) is distinct from (t.base::bigint, t.vat::bigint, t.surcharge::bigint)`,
  verifactu_hash_is_of_its_text: `select count(*) from verifactu_records r where r.hash <> verifactu_hash_of(r.hashed_text)`,
  verifactu_text_is_of_its_record: `select count(*) from verifactu_records r
    where r.hashed_text is distinct from case r.kind when 'alta'
      then 'IDEmisorFactura=' || r.issuer_tax_id || '&NumSerieFactura=' || r.number || '&FechaExpedicionFactura=' || ${DAY}
        || '&TipoFactura=' || (r.content ->> 'TipoFactura') || '&CuotaTotal=' || (${CONTENT}) || '&ImporteTotal=' || (${TOTAL}) || ${TAIL}
      else 'IDEmisorFacturaAnulada=' || r.issuer_tax_id || '&NumSerieFacturaAnulada=' || r.number || '&FechaExpedicionFacturaAnulada=' || ${DAY} || ${TAIL} end`,
  verifactu_record_is_of_its_invoice: `select count(*) from verifactu_records r join issued_invoices i on i.id = r.invoice_id
    where (r.site_id, r.number, r.issued_on, r.issuer_tax_id) is distinct from (i.site_id, i.number, i.issued_on, i.issuer_tax_id)
       or r.kind = 'alta' and ((${CONTENT})::numeric * 100, (${TOTAL})::numeric * 100)
          is distinct from ((i.vat_minor + i.surcharge_minor)::numeric, i.total_minor::numeric)`,
  verifactu_xml_is_as_it_was: `select count(*) from verifactu_records r
    where r.xml_sha256 <> verifactu_hash_of(r.xml) or position('>' || r.hash || '</' in r.xml) = 0`,
  verifactu_chain_is_whole: `select count(*) from (
      select site_id, installation, seq, previous_hash, lag(hash) over w as before, lag(seq) over w as seq_before, generated_at, lag(generated_at) over w as at_before
        from verifactu_records window w as (partition by site_id, installation order by seq)) r
    where r.previous_hash is distinct from r.before or r.seq <> coalesce(r.seq_before, 0) + 1 or r.generated_at < r.at_before`,
  verifactu_chain_ends_where_it_says: `select count(*) from verifactu_chains c
      left join lateral (select seq, hash from verifactu_records r where r.site_id = c.site_id and r.installation = c.installation order by seq desc limit 1) r on c.kind = 'records'
      left join lateral (select seq, hash from verifactu_events e where e.site_id = c.site_id and e.installation = c.installation order by seq desc limit 1) e on c.kind = 'events'
    where (c.last_seq, c.last_hash) is distinct from (coalesce(r.seq, e.seq, 0), coalesce(r.hash, e.hash))`,
  verifactu_events_are_a_chain: `select count(*) from (
      select hash, hashed_text, previous_hash, seq, lag(hash) over w as before, lag(seq) over w as seq_before
        from verifactu_events window w as (partition by site_id, installation order by seq)) e
    where e.hash <> verifactu_hash_of(e.hashed_text) or e.previous_hash is distinct from e.before or e.seq <> coalesce(e.seq_before, 0) + 1`,
  verifactu_invoices_have_their_records: `select count(*) from issued_invoices i
    where i.qr_address is not null and not exists (select 1 from verifactu_records r where r.invoice_id = i.id and r.kind = 'alta')
       or i.qr_address is not null and i.status = 'annulled' and not exists (select 1 from verifactu_records r where r.invoice_id = i.id and r.kind = 'anulacion')
       or i.last_record_id is distinct from (select max(r.id) from verifactu_records r where r.invoice_id = i.id)`,
}
