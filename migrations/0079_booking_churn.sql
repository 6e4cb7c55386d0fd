-- A customer who cancels again and again waits a day.
CREATE OR REPLACE FUNCTION "booking_refusal"(for_customer uuid, for_vehicle uuid, on_day date, caps jsonb) RETURNS text
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  without_card integer := (caps->>'withoutCard')::integer;
  per_vehicle integer := (caps->>'perVehicleAndDay')::integer;
  open_guest integer := (caps->>'openGuest')::integer;
  per_network integer := (caps->>'perNetwork')::integer;
  cancelled integer := coalesce((caps->>'cancelled')::integer, 0);
BEGIN
  PERFORM pg_advisory_xact_lock(7410, hashtext(for_customer::text));
  IF per_network > 0 THEN
    PERFORM pg_advisory_xact_lock(7411, hashtext(caps->>'network'));
  END IF;
  IF without_card > 0 THEN
    without_card := coalesce(
      (SELECT u.max_visits_without_card FROM users u WHERE u.id = for_customer), without_card);
  END IF;
  IF per_vehicle > 0 AND per_vehicle <= (
    SELECT count(*) FROM jobs j
    WHERE j.vehicle_id = for_vehicle AND j.service_date = on_day AND j.status <> 'cancelled'
  ) THEN
    RETURN 'vehicle_day';
  END IF;
  IF open_guest > 0 AND open_guest <= (
    SELECT count(*) FROM jobs j
    WHERE j.customer_id = ANY (for_customer || ARRAY(
        SELECT value::uuid FROM jsonb_array_elements_text(coalesce(caps->'sameMailbox', '[]'))))
      AND j.service_date >= (caps->>'today')::date
      AND j.status IN ('scheduled', 'assigned', 'in_progress')
      AND EXISTS (SELECT FROM guest_links g WHERE g.job_id = j.id AND g.network <> '')
  ) THEN
    RETURN 'guest_visits';
  END IF;
  IF cancelled > 0 AND cancelled <= (
    SELECT count(*) FROM job_events e
    WHERE e.actor_id = ANY (for_customer || ARRAY(
        SELECT value::uuid FROM jsonb_array_elements_text(coalesce(caps->'sameMailbox', '[]'))))
      AND e.kind = 'job_cancelled' AND e.created_at > (caps->>'since')::timestamptz
  ) THEN
    RETURN 'cancelled_today';
  END IF;
  IF without_card > 0 AND without_card <= (
    SELECT count(*) FROM jobs j JOIN payment_accounts p ON p.job_id = j.id
    WHERE j.customer_id = for_customer AND j.service_date >= (caps->>'today')::date
      AND j.status IN ('scheduled', 'assigned')
      AND caps->'statesWithoutCard' ? p.state
      AND p.amount_cents > 0
  ) THEN
    RETURN 'visits_without_card';
  END IF;
  IF per_network > 0 AND per_network <= (
    SELECT count(*) FROM guest_links g
    WHERE g.network = caps->>'network' AND g.created_at > (caps->>'since')::timestamptz
  ) THEN
    RETURN 'guest_network';
  END IF;
  RETURN NULL;
END
$$;
