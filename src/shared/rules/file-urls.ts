/** Where the server answers with a file: PDFs, calendars, exports. */
export const fileUrls = {
  invoicePdf: (jobId: string) => `/api/jobs/${jobId}/invoice.pdf`,
  /** PDF of an invoice for the office, by its id; void ones too. */
  issuedPdf: (invoiceId: string) => `/api/admin/invoices/${invoiceId}/pdf`,
  evidencePdf: (jobId: string) => `/api/payments/${jobId}/evidence.pdf`,
  companySpend: (companyId: string) => `/api/companies/${companyId}/spend.csv`,
  statementPdf: (companyId: string, id: string) =>
    `/api/companies/${companyId}/statements/${id}/statement.pdf`,
  statementCsv: (companyId: string, id: string) =>
    `/api/companies/${companyId}/statements/${id}/statement.csv`,
  statementByLink: (token: string) => `/api/statements/${token}/statement.pdf`,
  receiptPdf: (jobId: string) => `/api/jobs/${jobId}/receipt.pdf`,
  inspectionPdf: (token: string) => `/api/inspections/${token}/report.pdf`,
  receiptSample: (state: string) =>
    `/api/admin/receipt-profile/sample.pdf${state && `?state=${state}`}`,
  jobCalendar: (jobId: string) => `/api/jobs/${jobId}/calendar.ics`,
  invoicesExport: '/api/admin/invoices/export',
  ledgerExport: '/api/admin/close/export',
  drawerExport: '/api/admin/close/drawer',
  promotionsExport: '/api/admin/promotions/export',
  planMembersExport: '/api/admin/plans/members/export',
  paymentsExport: '/api/payments/export',
  importTemplate: '/api/admin/import/template',
  engineImportTemplate: '/api/admin/engines/import/template',
  rowsToMend: (id: string) => `/api/admin/imports/${id}/mend`,
  allDataExport: '/api/admin/export',
  auditExport: '/api/admin/audit/export',
  customersExport: '/api/admin/customers/export',
  accountData: '/api/account/data',
} as const
