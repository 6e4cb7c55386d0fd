-- What is reserved on cards gets entries of its own, so that a receipt tells when each amount was reserved, changed and
-- given back. Before, a hold's row had only its last amount; its first one stands in the operation that placed it.
INSERT INTO "ledger_entries" ("job_id", "ref", "debit", "credit", "cents", "memo", "at")
SELECT h."job_id", 'reserved:' || h."payment_id" || ':before', 'reserved', 'card', h."placed", 'Reserved on the card', h."created_at"
FROM (
  SELECT h.*, coalesce((
    SELECT o."cents" FROM "payment_operations" c
    JOIN "payment_operations" o ON o."job_id" = c."job_id" AND o."kind" = 'hold' AND o."status" = 'done' AND o."created_at" < c."created_at"
    WHERE c."job_id" = h."job_id" AND c."payment_id" = h."payment_id" AND c."kind" = 'change' AND c."status" = 'done'
    ORDER BY o."created_at" DESC LIMIT 1), h."cents") AS "placed"
  FROM "payment_holds" h
) h WHERE h."placed" > 0;--> statement-breakpoint
INSERT INTO "ledger_entries" ("job_id", "ref", "debit", "credit", "cents", "memo", "at")
SELECT h."job_id",
  CASE WHEN h."cents" > l."cents" THEN 'raised:' ELSE 'lowered:' END || h."payment_id" || ':before',
  CASE WHEN h."cents" > l."cents" THEN 'reserved' ELSE 'card' END,
  CASE WHEN h."cents" > l."cents" THEN 'card' ELSE 'reserved' END,
  abs(h."cents" - l."cents"),
  CASE WHEN h."cents" > l."cents" THEN 'Reservation raised' ELSE 'Reservation lowered' END,
  (SELECT max(c."closed_at") FROM "payment_operations" c
    WHERE c."job_id" = h."job_id" AND c."payment_id" = h."payment_id" AND c."kind" = 'change' AND c."status" = 'done')
FROM "payment_holds" h
JOIN "ledger_entries" l ON l."ref" = 'reserved:' || h."payment_id" || ':before'
WHERE h."cents" <> l."cents";--> statement-breakpoint
INSERT INTO "ledger_entries" ("job_id", "ref", "debit", "credit", "cents", "memo", "at")
SELECT h."job_id",
  CASE h."status" WHEN 'captured' THEN 'used:' WHEN 'failed' THEN 'ended:' ELSE h."status" || ':' END || h."payment_id" || ':before',
  'card', 'reserved', h."cents",
  CASE h."status" WHEN 'captured' THEN 'Reservation charged' WHEN 'failed' THEN 'Reservation ended by the bank'
    WHEN 'expired' THEN 'Reservation expired' ELSE 'Reservation released' END,
  coalesce(
    CASE h."status" WHEN 'captured' THEN m."created_at" WHEN 'expired' THEN h."expires_at" END,
    (SELECT max(c."closed_at") FROM "payment_operations" c
      WHERE c."job_id" = h."job_id" AND c."payment_id" = h."payment_id" AND c."status" = 'done'),
    a."updated_at")
FROM "payment_holds" h
JOIN "payment_accounts" a ON a."job_id" = h."job_id"
LEFT JOIN "payment_captures" m ON m."payment_id" = h."payment_id"
WHERE h."status" <> 'open' AND h."cents" > 0;
