"""The order language: records, and per verb family how they are read and printed. Syntax only;
no rule here."""
