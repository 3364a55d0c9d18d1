import '#app/accounts/routes'
import '#app/identity/routes'
import '#app/invoices/routes'
import '#app/payments/routes'
import '#app/providers/routes'
import '#app/reports/routes'
import '#app/reconciliation/routes'
// The last one answers whatever no other route does.
import '#app/web/routes'
