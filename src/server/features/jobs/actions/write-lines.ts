/** The columns of `job_lines` that a SourcedLine has. */
export const lineColumns =
  'position, source, kind, description, quantity, unit_cents, total_cents, taxable, product_id, product'

/** A JSON array of SourcedLines as rows with those columns. */
export const rowsOfLines = (json: string) => `(
    select l.position - 1 as position, l.line->>'source' as source, l.line->>'kind' as kind,
      l.line->>'description' as description, (l.line->>'quantity')::float8 as quantity,
      (l.line->>'unitCents')::int as unit_cents, (l.line->>'totalCents')::int as total_cents,
      (l.line->>'taxable')::boolean as taxable, (l.line->>'productId')::uuid as product_id,
      nullif(l.line->'product', 'null') as product
    from jsonb_array_elements(${json}) with ordinality as l(line, position)) line_rows`
